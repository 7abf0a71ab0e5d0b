import type { IndexEntry } from './read-model-store.ts';

/** Encodes an index entry as an opaque cursor: the next page starts after it. */
export const cursorOf = ({ score, member }: IndexEntry): string =>
  Buffer.from(`${score} ${member}`).toString('base64url');

/** Decodes a cursor; undefined for a text that `cursorOf` did not create. */
export function entryOf(cursor: string): IndexEntry | undefined {
  const text = Buffer.from(cursor, 'base64url').toString();
  const [, score, member] = /^(-?\d{1,16}) (.+)$/s.exec(text) ?? [];
  if (score === undefined || member === undefined || cursorOf({ score: Number(score), member }) !== cursor) {
    return undefined;
  }
  return { score: Number(score), member };
}
