import fc from 'fast-check';
import { expect, test } from 'vitest';
import { compareEntries } from '../entry-order.ts';
import type { IndexEntry } from '../read-model-store.ts';
import { SortedIndex } from './sorted-index.ts';

const member = fc.integer({ min: 0, max: 79 }).map((n) => `dish-${n}`);
const score = fc.integer({ min: -3, max: 3 });
const step = fc.oneof(
  { weight: 8, arbitrary: fc.record({ do: fc.constant('set' as const), member, score }) },
  { weight: 2, arbitrary: fc.record({ do: fc.constant('delete' as const), member }) },
  {
    weight: 1,
    arbitrary: fc.record({
      do: fc.constant('read' as const),
      after: fc.option(fc.record({ member, score }), { nil: undefined }),
      direction: fc.constantFrom('ascending' as const, 'descending' as const),
      limit: fc.integer({ min: 1, max: 100 }),
    }),
  },
);

test('behaves like a sorted list, at any length and whenever it is read', () => {
  let longest = 0;
  fc.assert(
    fc.property(fc.array(step, { maxLength: 200, size: 'max' }), (steps) => {
      const index = new SortedIndex();
      const scores = new Map<string, number>();
      for (const one of steps) {
        if (one.do === 'set') {
          index.set(one.member, one.score);
          scores.set(one.member, one.score);
        } else if (one.do === 'delete') {
          index.delete(one.member);
          scores.delete(one.member);
        } else {
          const { after, direction, limit } = one;
          const sign = direction === 'ascending' ? 1 : -1;
          const expected = [...scores]
            .map(([name, at]): IndexEntry => ({ member: name, score: at }))
            .filter((entry) => after === undefined || sign * compareEntries(entry, after) > 0)
            .sort((a, b) => sign * compareEntries(a, b))
            .slice(0, limit);
          expect(index.range({ direction, limit, ...(after && { after }) })).toEqual(expected);
        }
        longest = Math.max(longest, index.count);
      }
      expect(index.count).toBe(scores.size);
      for (const [name, at] of scores) expect(index.score(name)).toBe(at);
    }),
  );
  expect(longest).toBeGreaterThan(50);
});

test('reads a page of a million entries in under 1 ms', () => {
  const index = new SortedIndex();
  const count = 1_000_000;
  for (let n = 0; n < count; n++) index.set(`dish-${n}`, n);
  const after = { member: 'dish-500000', score: 500_000 };
  const started = performance.now();
  for (let n = 0; n < 1_000; n++) index.range({ direction: 'descending', limit: 20, after });
  expect((performance.now() - started) / 1_000).toBeLessThan(1);
  expect(index.range({ direction: 'descending', limit: 1 })).toEqual([
    { member: `dish-${count - 1}`, score: count - 1 },
  ]);
  expect(index.range({ direction: 'ascending', limit: 1, after })).toEqual([{ member: 'dish-500001', score: 500_001 }]);
});
