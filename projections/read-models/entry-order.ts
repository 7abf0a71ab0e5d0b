import type { IndexEntry } from './read-model-store.ts';

/** Compares by UTF-8 bytes, as Redis does. JavaScript's `<` differs for strings with surrogate pairs. */
export function compareUtf8(a: string, b: string): number {
  const shorter = Math.min(a.length, b.length);
  for (let i = 0; i < shorter; i++) {
    const left = a.charCodeAt(i);
    const right = b.charCodeAt(i);
    if (left !== right) return codePointRank(left) - codePointRank(right);
  }
  return a.length - b.length;
}

/** Surrogates stand for code points above U+FFFF, so they come after every other code unit. */
const codePointRank = (unit: number): number => (unit >= 0xd800 && unit <= 0xdfff ? unit + 0x10000 : unit);

/** Compares by score, then by member. */
export const compareEntries = (a: IndexEntry, b: IndexEntry): number =>
  a.score - b.score || compareUtf8(a.member, b.member);
