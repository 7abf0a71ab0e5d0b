import fc from 'fast-check';
import { expect, test } from 'vitest';
import { Spread } from '../../tests/support/spread.ts';
import { isSameJson } from './same-json.ts';

const value = fc.jsonValue({ depthSize: 'medium' });
const copyOf = <T>(one: T): T => JSON.parse(JSON.stringify(one));

/** The same value with all fields in another order. */
function reordered(one: unknown): unknown {
  if (Array.isArray(one)) return one.map(reordered);
  if (typeof one !== 'object' || one === null) return one;
  const fields = Object.entries(one).map(([name, field]) => [name, reordered(field)]);
  return Object.fromEntries(fields.reverse());
}

test('copies are the same, with their fields in any order', () => {
  const sizes = new Spread();
  fc.assert(
    fc.property(value, (one) => {
      expect(isSameJson(one, copyOf(one))).toBe(true);
      expect(isSameJson(copyOf(one), reordered(copyOf(one)))).toBe(true);
      sizes.add(JSON.stringify(one).length);
    }),
    { numRuns: 300 },
  );
  expect(sizes.mean).toBeGreaterThan(20);
});

test('a part that is changed, gone, new or renamed makes a difference', () => {
  const parts = fc.array(fc.record({ id: fc.string(), part: value }), { minLength: 1, maxLength: 30, size: 'max' });
  const lengths = new Spread();
  fc.assert(
    fc.property(parts, fc.nat(), (before, pick) => {
      const at = pick % before.length;
      const changedTo = (part: unknown) => before.map((each, n) => (n === at ? { ...each, part } : each));
      expect(isSameJson(before, changedTo({ changed: before[at]?.part }))).toBe(false);
      expect(isSameJson(before, before.toSpliced(at, 1))).toBe(false);
      expect(isSameJson(before, { ...before })).toBe(false);
      expect(isSameJson({ before }, { before, more: null })).toBe(false);
      expect(isSameJson({ before, more: undefined }, { before, other: undefined })).toBe(false);
      lengths.add(before.length);
    }),
    { numRuns: 300 },
  );
  expect(lengths.mean).toBeGreaterThan(8);
});
