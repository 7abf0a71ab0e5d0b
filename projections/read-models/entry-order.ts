import type { IndexEntry } from './read-model-store.ts';

/** Order of UTF-8 bytes, as Redis keeps it: JavaScript's `<` differs from it where a string holds surrogate pairs. */
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

/** By score, equal scores by member. */
export const compareEntries = (a: IndexEntry, b: IndexEntry): number =>
  a.score - b.score || compareUtf8(a.member, b.member);
