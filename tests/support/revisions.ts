/** Numbers the events of each stream as a log does: from 0, without gaps. */
export function countRevisions(): (stream: string) => bigint {
  const counts = new Map<string, bigint>();
  return (stream) => {
    const revision = counts.get(stream) ?? 0n;
    counts.set(stream, revision + 1n);
    return revision;
  };
}
