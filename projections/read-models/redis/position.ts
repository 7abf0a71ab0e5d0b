/** A checkpoint is kept as "<position> <token of the committer>". */
export function positionIn(checkpoint: string | null): bigint | undefined {
  const position = checkpoint?.match(/^\d+/)?.[0];
  return position === undefined ? undefined : BigInt(position);
}
