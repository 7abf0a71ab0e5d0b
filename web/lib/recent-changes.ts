/** When other users or devices changed parts of the screen, in ms since the epoch, by the name of the part. */
export type RecentChanges = Readonly<Record<string, number>>;

const ttlMs = 1_500;

/** Adds changes made at `nowMs`, and removes expired ones. */
export function addRecentChanges(changes: RecentChanges, parts: Iterable<string>, nowMs: number): RecentChanges {
  const recent = Object.entries(changes).filter(([, changedAt]) => nowMs - changedAt < ttlMs);
  return Object.fromEntries([...recent, ...[...parts].map((part): [string, number] => [part, nowMs])]);
}
