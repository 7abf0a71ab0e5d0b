import type { IndexEntry } from './read-model-store.ts';

/** An index entry as an opaque cursor: what comes past it is read next. */
export const cursorOf = ({ score, member }: IndexEntry): string =>
  Buffer.from(`${score} ${member}`).toString('base64url');

/** The entry of a cursor; undefined for what `cursorOf` did not make. */
export function entryOf(cursor: string): IndexEntry | undefined {
  const text = Buffer.from(cursor, 'base64url').toString();
  const [, score, member] = /^(-?\d{1,16}) (.+)$/s.exec(text) ?? [];
  if (score === undefined || member === undefined || cursorOf({ score: Number(score), member }) !== cursor) {
    return undefined;
  }
  return { score: Number(score), member };
}
