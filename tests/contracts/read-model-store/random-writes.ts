import fc from 'fast-check';
import { expect, test } from 'vitest';
import type { IndexEntry, ReadModel, Write } from '../../../projections/read-models/read-model-store.ts';
import { Spread } from '../../support/spread.ts';

const names = ['a', 'b', 'é', '🍲', '\uf000', 'aa'];
const name = fc.constantFrom(...names);
const collection = fc.constantFrom('dishes', 'cooks');
const index = fc.constantFrom('by-likes', 'by-date');
const score = fc.integer({ min: -2, max: 2 });

const write: fc.Arbitrary<Write> = fc.oneof(
  fc.record({
    kind: fc.constant('put' as const),
    collection,
    id: name,
    value: fc.record({ title: fc.string({ unit: 'grapheme' }), n: fc.integer() }),
    position: fc.bigInt({ min: 0n, max: 2n ** 60n }),
  }),
  fc.record({ kind: fc.constant('remove' as const), collection, id: name }),
  fc.record({ kind: fc.constant('index' as const), index, member: name, score }),
  fc.record({ kind: fc.constant('unindex' as const), index, member: name }),
  fc.record({ kind: fc.constant('dropIndex' as const), index }),
);

/** The simplest implementation of a store, as a reference. */
class ReferenceStore {
  readonly documents = new Map<string, { json: string; position: bigint }>();
  readonly indexes = new Map<string, Map<string, number>>();

  apply(one: Write): void {
    switch (one.kind) {
      case 'put':
        this.documents.set(`${one.collection}/${one.id}`, {
          json: JSON.stringify(one.value),
          position: one.position,
        });
        break;
      case 'remove':
        this.documents.delete(`${one.collection}/${one.id}`);
        break;
      case 'index':
        this.indexes.set(one.index, new Map(this.indexes.get(one.index)).set(one.member, one.score));
        break;
      case 'unindex':
        this.indexes.get(one.index)?.delete(one.member);
        break;
      case 'dropIndex':
        this.indexes.delete(one.index);
        break;
    }
  }

  sorted(of: string): IndexEntry[] {
    return [...(this.indexes.get(of) ?? [])]
      .map(([member, at]) => ({ member, score: at }))
      .sort((x, y) => x.score - y.score || Buffer.compare(Buffer.from(x.member), Buffer.from(y.member)));
  }
}

type Tested = Pick<ReadModel, 'commit' | 'getMany' | 'range' | 'scores'>;

export const randomWritesContract = (newModel: () => Tested): void => {
  test('behaves like the reference store for random writes', async () => {
    const written = new Spread();
    const cursor = fc.record({ member: name, score });
    const batches = fc.array(fc.array(write, { maxLength: 30, size: 'max' }), {
      minLength: 1,
      maxLength: 5,
      size: 'max',
    });
    await fc.assert(
      fc.asyncProperty(batches, cursor, fc.integer({ min: 1, max: 4 }), async (commits, after, limit) => {
        const model = newModel();
        written.add(commits.flat().length);
        const reference = new ReferenceStore();
        let checkpoint: bigint | undefined;
        for (const [n, writes] of commits.entries()) {
          const next = BigInt(n + 1);
          await model.commit(checkpoint, next, writes);
          for (const one of writes) reference.apply(one);
          checkpoint = next;
          // Reads between commits, so that a stale cache of an adapter is noticed.
          await model.getMany('dishes', names);
        }

        for (const from of ['dishes', 'cooks']) {
          const stored = await model.getMany(from, names);
          expect(stored.map((one) => one && { json: one.json.toString(), position: one.position })).toEqual(
            names.map((id) => reference.documents.get(`${from}/${id}`)),
          );
        }
        for (const index of ['by-likes', 'by-date']) {
          const sorted = reference.sorted(index);
          const compareToCursor = (one: IndexEntry) =>
            one.score - after.score || Buffer.compare(Buffer.from(one.member), Buffer.from(after.member));
          expect(await model.range(index, { direction: 'ascending', limit: 100 })).toEqual(sorted);
          expect(await model.range(index, { direction: 'ascending', limit, after })).toEqual(
            sorted.filter((one) => compareToCursor(one) > 0).slice(0, limit),
          );
          expect(await model.range(index, { direction: 'descending', limit, after })).toEqual(
            [...sorted]
              .reverse()
              .filter((one) => compareToCursor(one) < 0)
              .slice(0, limit),
          );
          expect(await model.scores(index, names)).toEqual(
            names.map((member) => sorted.find((one) => one.member === member)?.score),
          );
        }
      }),
      { numRuns: 100 },
    );
    expect(written.mean).toBeGreaterThan(25);
  });
};
