import fc from 'fast-check';
import { expect, test } from 'vitest';
import { movedTo } from './moved-to.ts';

test('movedTo moves one element to an index, and keeps the order of the others', () => {
  expect(movedTo(['a', 'b', 'c', 'd'], 0, 2)).toEqual(['b', 'c', 'a', 'd']);
  expect(movedTo(['a', 'b', 'c', 'd'], 3, 0)).toEqual(['d', 'a', 'b', 'c']);
  const elements = fc.uniqueArray(fc.nat(), { minLength: 1, maxLength: 60, size: 'max' });
  fc.assert(
    fc.property(elements, fc.nat(), fc.nat(), (all, a, b) => {
      const [from, to] = [a % all.length, b % all.length];
      const moved = movedTo(all, from, to);
      expect(moved.indexOf(all[from] ?? -1)).toBe(to);
      expect(movedTo(moved, to, from)).toEqual(all);
    }),
  );
});
