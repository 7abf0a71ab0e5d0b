import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { advanced, includes, isNews, rebased, versionsAt } from './versions.ts';

const position = fc.nat(2_000).map(String);

describe('versions', () => {
  test('a part includes what the whole includes, and what it was told since', () => {
    const known = advanced(versionsAt('9'), ['milk'], '12');
    expect(includes(known, 'milk', '12')).toBe(true);
    expect(includes(known, 'milk', '13')).toBe(false);
    expect(includes(known, 'eggs', '9')).toBe(true);
    expect(includes(known, 'eggs', '10')).toBe(false);
  });

  test('a message is news when it is later than the whole, and not earlier than what its part was told since', () => {
    const known = advanced(versionsAt('9'), ['milk'], '12');
    expect(['11', '12', '13'].map((position) => isNews(known, 'milk', position))).toEqual([false, true, true]);
    expect(['8', '9', '10'].map((position) => isNews(known, 'eggs', position))).toEqual([false, false, true]);
  });

  test('a fresh read of the whole includes everything up to it, and no part falls back', () => {
    fc.assert(
      fc.property(position, position, position, position, (base, told, read, asked) => {
        fc.pre(BigInt(told) > BigInt(base));
        const after = rebased(advanced(versionsAt(base), ['milk'], told), read);
        const newest = BigInt(told) > BigInt(read) ? told : read;
        expect(includes(after, 'milk', asked)).toBe(BigInt(asked) <= BigInt(newest));
        expect(includes(after, 'eggs', asked)).toBe(BigInt(asked) <= BigInt(read));
        expect(Object.keys(after.parts)).toEqual(BigInt(told) > BigInt(read) ? ['milk'] : []);
      }),
    );
  });
});
