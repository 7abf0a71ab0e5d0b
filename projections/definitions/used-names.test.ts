import fc from 'fast-check';
import { expect, test } from 'vitest';
import { Spread } from '../../tests/support/spread.ts';
import { MemoryReadModels } from '../read-models/memory/memory-read-models.ts';
import { LocalFold } from '../runner/local-fold.ts';
import { groceryListsModel, groceryListsProjection } from './grocery-list.ts';
import type { ProjectedEvent } from './projection.ts';
import type { UsedNamesDocument } from './used-names.ts';

type Given = [day: number, type: string, data: object];
const added = (day: number, ...names: string[]): Given => [
  day,
  'GroceryItemsAdded',
  { items: names.map((name, n) => ({ id: `${name} ${day}`, name, amount: '', unit: '', order: day * 1000 + n })) },
];

const eventsOf = (given: readonly Given[]): ProjectedEvent[] =>
  given.map(
    ([day, type, data], n): ProjectedEvent => ({
      stream: 'groceryList-1',
      type,
      data,
      revision: BigInt(n),
      position: BigInt(n + 1),
      meta: { actor: 'mia', at: new Date(Date.UTC(2026, 0, 1) + day * 86_400_000).toISOString(), schema: 1 },
    }),
  );

async function namesAfter(...given: Given[]) {
  const model = new MemoryReadModels().open(groceryListsProjection);
  const events = eventsOf(given);
  new LocalFold(groceryListsProjection, model.local, undefined, () => {}).apply(events, BigInt(events.length));
  const stored = await model.get(groceryListsModel.usedNames, '1');
  const document: UsedNamesDocument = stored ? JSON.parse(stored.json) : { names: [] };
  return document.names;
}
const shown = async (...given: Given[]) => (await namesAfter(...given)).map(({ name, count }) => [name, count]);

test('names that were added more often, or later, come first', async () => {
  const weekly = [0, 7, 14, 21].map((day) => added(day, 'Milk'));
  expect(await shown(...weekly, added(22, 'Candles'))).toEqual([
    ['Milk', 4],
    ['Candles', 1],
  ]);
  // What was bought often, but a year ago, is less likely than what was bought yesterday.
  expect(await shown(...weekly, added(365, 'Candles'))).toEqual([
    ['Candles', 1],
    ['Milk', 4],
  ]);
});

test('a name is counted once for a purchase, in any case, as it was last written', async () => {
  expect(await shown(added(0, 'milk', 'Milk'), added(0.25, 'Milk'))).toEqual([['Milk', 1]]);
  const [milk] = await namesAfter(added(0, 'Milk'), added(4, 'Milk'));
  expect(milk).toMatchObject({ firstAt: Date.UTC(2026, 0, 1), lastAt: Date.UTC(2026, 0, 5) });
});

test('a name that is added again to the same purchase is not written again', async () => {
  const model = new MemoryReadModels().open(groceryListsProjection);
  const written: string[] = [];
  const fold = new LocalFold(groceryListsProjection, model.local, undefined, ({ writes }) => {
    for (const write of writes) if (write.kind === 'put') written.push(write.collection);
  });
  const events = eventsOf([added(0, 'Milk', 'Tea'), added(0.25, 'Tea', 'Milk')]);
  fold.apply(events.slice(0, 1), 1n);
  expect(written).toContain(groceryListsModel.usedNames);
  written.length = 0;
  fold.apply(events.slice(1), 2n);
  expect(written).toEqual([groceryListsModel.lists]);
});

test('an addition that was undone and a mistyped name do not count', async () => {
  const renamed: Given = [
    3,
    'GroceryItemChanged',
    { itemId: 'Mlik 2', name: 'Milk', amount: '', unit: '', from: { name: 'Mlik', amount: '', unit: '' } },
  ];
  const undone: Given = [4, 'GroceryItemRemoved', { itemId: 'Tea 1', name: 'Tea', undoes: 'change' }];
  const bought: Given = [5, 'GroceryItemRemoved', { itemId: 'Rice 0', name: 'Rice' }];
  expect(await shown(added(0, 'Rice'), added(1, 'Tea'), added(2, 'Mlik'), renamed, undone, bought)).toEqual([
    ['Milk', 1],
    ['Rice', 1],
  ]);
});

test('a name on the list stays, whatever is undone', async () => {
  const removed = (id: string, undoes?: string): Given => [
    1,
    'GroceryItemRemoved',
    { itemId: id, name: 'Feta', ...(undoes !== undefined && { undoes }) },
  ];
  const item = { id: 'Feta 0', name: 'Feta', amount: '', unit: '', order: 0 };
  const restored = (data: object): Given => [
    1,
    'GroceryItemsRestored',
    { items: [{ ...item, addedBy: 'mia', addedAt: '2026-01-01T00:00:00.000Z' }], ...data },
  ];
  const feta = [['Feta', 1]];
  expect(await shown(added(0, 'Feta'), added(0.25, 'feta'), removed('feta 0.25', 'change'))).toEqual([['feta', 1]]);
  // As after "Buy less": the one in its place is removed, then the former one is restored.
  expect(
    await shown(added(0, 'Feta'), removed('Feta 0'), added(0.25, 'Feta'), removed('Feta 0.25', 'change'), restored({})),
  ).toEqual(feta);
  expect(await shown(restored({ movedFrom: 'another list' }))).toEqual(feta);
  expect(await shown(added(0, 'Feta'), removed('Feta 0', 'change'))).toEqual([]);
});

test('an owner has the 300 most likely names', async () => {
  const names = Array.from({ length: 350 }, (_, n) => added(n, `Thing ${n}`));
  const kept = await namesAfter(added(0, 'Milk'), ...names);
  expect(kept).toHaveLength(300);
  expect(kept[0]?.name).toBe('Thing 349');
});

/** In days, which are its half-life. */
const halfLife = 21;
/** The names as a sort of all of them after each name ranks them. */
function rankedBySorting(additions: readonly Given[]): string[] {
  const day = 86_400_000;
  const start = Date.UTC(2026, 0, 1);
  const likelihood = ({ score, lastAt }: { score: number; lastAt: number }) =>
    Math.log2(score) + lastAt / (halfLife * day);
  let names: { name: string; lastAt: number; score: number }[] = [];
  for (const [dayOfAddition, , data] of additions) {
    const at = start + dayOfAddition * day;
    for (const { name } of 'items' in data && Array.isArray(data.items) ? data.items : []) {
      const byKey = new Map(names.map((each) => [each.name.toLowerCase(), each]));
      const before = byKey.get(name.toLowerCase());
      const elapsed = before ? Math.max(0, at - before.lastAt) : 0;
      if (before && elapsed < day / 2) byKey.set(name.toLowerCase(), { ...before, name });
      else {
        const score = before ? before.score * 2 ** (-elapsed / (halfLife * day)) + 1 : 1;
        byKey.set(name.toLowerCase(), { name, lastAt: at, score });
      }
      names = [...byKey.values()].sort((a, b) => likelihood(b) - likelihood(a));
    }
    names = names.slice(0, 300);
  }
  return names.map(({ name }) => name);
}

test('the order is that of all names sorted, also of equally likely ones', async () => {
  const sizes = new Spread();
  const name = fc.tuple(fc.nat({ max: 400 }), fc.boolean()).map(([n, isUpper]) => `${isUpper ? 'ITEM' : 'Item'} ${n}`);
  const addition = fc.record({ days: fc.constantFrom(-1, 0, 0.25, 1, 8), names: fc.array(name, { maxLength: 12 }) });
  await fc.assert(
    fc.asyncProperty(fc.array(addition, { minLength: 1, maxLength: 150, size: 'max' }), async (steps) => {
      let day = 0;
      const additions = steps.map(({ days, names }) => {
        day += days;
        return added(day, ...names);
      });
      const names = (await namesAfter(...additions)).map((each) => each.name);
      expect(names).toEqual(rankedBySorting(additions));
      sizes.add(names.length);
    }),
    { numRuns: 60 },
  );
  expect(sizes.mean).toBeGreaterThan(60);
});
