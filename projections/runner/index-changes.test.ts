import fc from 'fast-check';
import { expect, test } from 'vitest';
import { Spread } from '../../tests/support/spread.ts';
import { compareEntries } from '../read-models/entry-order.ts';
import type { IndexEntry, Write } from '../read-models/read-model-store.ts';
import { IndexChanges } from './index-changes.ts';

const member = fc.constantFrom('a', 'b', 'c', 'd', 'e', 'f', 'g', 'h');
const score = fc.integer({ min: 0, max: 4 });
const change = fc.oneof(
  { weight: 5, arbitrary: fc.record({ member, score }) },
  { weight: 5, arbitrary: fc.record({ member, score: fc.constant(undefined) }) },
  { weight: 1, arbitrary: fc.constant('drop' as const) },
);
const direction = fc.constantFrom('ascending' as const, 'descending' as const);

const sorted = (scores: ReadonlyMap<string, number>, way: 'ascending' | 'descending'): IndexEntry[] => {
  const entries = [...scores].map(([one, at]) => ({ member: one, score: at })).sort(compareEntries);
  return way === 'ascending' ? entries : entries.reverse();
};

test('computes a range of the changed index, or undefined when too little was read', () => {
  let computed = 0;
  const lengths = new Spread();
  fc.assert(
    fc.property(
      fc.dictionary(member, score, { maxKeys: 8, size: 'max' }),
      fc.array(change, { maxLength: 12, size: 'max' }),
      direction,
      fc.integer({ min: 1, max: 5 }),
      fc.integer({ min: 0, max: 3 }),
      (stored, changed, way, limit, more) => {
        const scores = new Map(Object.entries(stored));
        const read = sorted(scores, way).slice(0, limit + more);
        const range = { entries: read, complete: scores.size < limit + more };
        const changes = new IndexChanges('index');
        for (const one of changed) {
          if (one === 'drop') {
            changes.drop();
            scores.clear();
          } else {
            changes.set(one.member, one.score);
            if (one.score === undefined) scores.delete(one.member);
            else scores.set(one.member, one.score);
          }
        }
        const actual = changes.applyTo(range, way, limit);
        if (range.complete) expect(actual).toBeDefined();
        if (actual === undefined) return;
        computed++;
        lengths.add(actual.length);
        expect(actual).toEqual(sorted(scores, way).slice(0, limit));
      },
    ),
    { numRuns: 2_000 },
  );
  expect(computed).toBeGreaterThan(1_000);
  expect(lengths.share(2)).toBeGreaterThan(0.4);
});

test('writes the drop first, then each member once', () => {
  const changes = new IndexChanges('index');
  changes.set('lost', 1);
  changes.drop();
  changes.set('a', 1);
  changes.set('a', 2);
  changes.set('b', undefined);
  const writes: Write[] = [];
  changes.appendWrites(writes);
  expect(writes).toEqual([
    { kind: 'dropIndex', index: 'index' },
    { kind: 'index', index: 'index', member: 'a', score: 2 },
    { kind: 'unindex', index: 'index', member: 'b' },
  ]);
});
