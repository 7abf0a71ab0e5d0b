import fc from 'fast-check';
import { expect, test } from 'vitest';
import type { GroceryItem, GroceryList } from '../../../server/core/contracts/grocery-list.ts';
import { applyChange, dependsOn, hasSameContent, itemIdsOf, type ListChange, newItem } from './list-changes.ts';

const tom = { uid: 'tom', name: 'Tom' };
const mia = { uid: 'mia', name: 'Mia' };
const now = new Date('2026-10-01T18:40:00.000Z');
const entry = { name: 'Milk', amount: '2', unit: 'l' };

const item = (order: number): GroceryItem => ({
  id: `item-${order}`,
  name: `Item ${order}`,
  amount: '1',
  unit: 'l',
  checked: false,
  addedBy: tom,
  addedAt: now.toISOString(),
  order,
});

const list: GroceryList = { listId: 'list', revision: '7', items: [item(1), item(2), item(3)] };
const shown = (changes: ListChange[], confirmed = list) => changes.reduce(applyChange, confirmed).items;
const names = (changes: ListChange[], confirmed = list) => shown(changes, confirmed).map(({ name }) => name);

test('shows each change at once', () => {
  const added = newItem(entry, mia, now);
  const items = shown([
    { kind: 'add', items: [added] },
    { kind: 'check', id: 'item-1', checked: true, by: mia },
    { kind: 'edit', id: 'item-2', changes: { name: 'Oat milk' }, from: {} },
    { kind: 'remove', id: 'item-3' },
    { kind: 'check', id: added.id, checked: true, by: mia },
  ]);
  expect(items).toMatchObject([
    { name: 'Item 1', checked: true, checkedBy: mia },
    { name: 'Oat milk', amount: item(2).amount, unit: item(2).unit },
    { id: added.id, name: 'Milk', checked: true, checkedBy: mia, addedBy: mia },
  ]);
});

test('shows an added item once, in its final place, when the list already includes it', () => {
  const added = newItem(entry, mia, now);
  const confirmed = { ...list, items: [item(1), { ...added, order: 2 }, item(3)] };
  expect(names([{ kind: 'add', items: [added] }], confirmed)).toEqual(['Item 1', 'Milk', 'Item 3']);
});

test('clears `checkedBy` when an item is unchecked', () => {
  const checked = { ...list, items: [{ ...item(1), checked: true, checkedBy: tom }] };
  const [first] = shown([{ kind: 'check', id: 'item-1', checked: false, by: mia }], checked);
  expect(first).toEqual(item(1));
});

test('restores a removed item to its place', () => {
  const undone: ListChange[] = [
    { kind: 'remove', id: 'item-2' },
    { kind: 'restore', items: [item(2)] },
  ];
  expect(names(undone)).toEqual(['Item 1', 'Item 2', 'Item 3']);
});

test('clears the items that the user saw, and keeps items that arrived later', () => {
  const arrived = { ...list, items: [...list.items, item(4)] };
  expect(names([{ kind: 'clear', ids: ['item-1', 'item-2', 'item-3'] }], arrived)).toEqual(['Item 4']);
});

test('clears only the checked ones of the items that the user saw', () => {
  const checked = { ...list, items: [{ ...item(1), checked: true }, item(2), { ...item(3), checked: true }] };
  expect(names([{ kind: 'clear', ids: ['item-1', 'item-2'], onlyChecked: true }], checked)).toEqual([
    'Item 2',
    'Item 3',
  ]);
});

test('takes back what nobody has checked', () => {
  const checked = { ...list, items: [{ ...item(1), checked: true }, item(2), item(3)] };
  expect(names([{ kind: 'takeBack', mealId: 'meal', ids: ['item-1', 'item-2'] }], checked)).toEqual([
    'Item 1',
    'Item 3',
  ]);
});

test('buys less of what nobody has checked', () => {
  const meal = (portion: number) => ({ plannedMeal: { id: 'meal', portion } });
  const checked = { ...list, items: [{ ...item(1), ...meal(2), checked: true }, { ...item(2), ...meal(2) }, item(3)] };
  const less = [1, 2].map((n) => ({ ...item(n), ...meal(1), id: `less-${n}`, order: 9 }));
  const change = { kind: 'buyLess', mealId: 'meal', ids: ['item-1', 'item-2'], items: less } as const;
  expect(applyChange(checked, change).items.map(({ id }) => id)).toEqual(['item-1', 'item-3', 'less-2']);
  expect(itemIdsOf(change), 'what is marked as waiting').toEqual(expect.arrayContaining(['less-1', 'less-2']));
  expect(dependsOn({ kind: 'remove', id: 'less-2' }, change)).toBe(true);
  expect(dependsOn(change, { kind: 'add', items: [item(1), item(2)] })).toBe(false);
});

test('moves items away, and back into their places', () => {
  const move = { kind: 'move', items: [item(1), item(3)], from: 'home', to: 'party' } as const;
  expect(names([move])).toEqual(['Item 2']);
  expect(names([move, { ...move, from: 'party', to: 'home', isReturn: true }])).toEqual(['Item 1', 'Item 2', 'Item 3']);
});

test('undoes a change: removes what it has added, and unchecks what it has checked', () => {
  const checked = { ...list, items: [item(1), { ...item(2), checked: true, checkedBy: tom }, item(3)] };
  const undone = shown([{ kind: 'undo', changeId: 'c', removes: ['item-1'], unchecks: ['item-2'] }], checked);
  expect(undone).toEqual([item(2), item(3)]);
});

test('checks several items, and shows who brings one, or that nobody does', () => {
  const assign = (assignedTo: string): ListChange => ({
    ...{ kind: 'edit', id: 'item-3', changes: { assignedTo }, from: {} },
    ...(assignedTo !== '' && { assignee: mia }),
  });
  const checkAll: ListChange = { kind: 'checkAll', ids: ['item-1', 'item-2'], checked: true, by: mia };
  const checked = { checked: true, checkedBy: mia };
  expect(shown([checkAll, assign('mia')])).toEqual([
    { ...item(1), ...checked },
    { ...item(2), ...checked },
    { ...item(3), assignedTo: mia },
  ]);
  expect(shown([assign('mia'), assign('')])).toEqual(list.items);
});

test('is idempotent, and does not mutate the confirmed list', () => {
  const id = fc.nat(5).map((n) => `item-${n}`);
  const change: fc.Arbitrary<ListChange> = fc.oneof(
    fc.record({ kind: fc.constant('remove' as const), id }),
    fc.record({ kind: fc.constant('check' as const), id, checked: fc.boolean(), by: fc.constant(mia) }),
    fc.record({ kind: fc.constant('edit' as const), id, changes: fc.constant(entry), from: fc.constant({}) }),
    fc.record({ kind: fc.constant('restore' as const), items: fc.tuple(fc.nat(5).map(item)) }),
    fc.record({ kind: fc.constant('clear' as const), ids: fc.subarray(['item-1', 'item-2', 'item-3']) }),
    fc.constant(0).map((): ListChange => ({ kind: 'add', items: [newItem(entry, mia, now)] })),
  );
  const before = structuredClone(list);
  fc.assert(
    fc.property(fc.array(change, { maxLength: 20, size: 'max' }), change, (changes, last) => {
      const once = applyChange({ ...list, items: shown(changes) }, last);
      expect(applyChange(once, last)).toEqual(once);
      expect(new Set(once.items.map(({ id: listed }) => listed)).size).toBe(once.items.length);
      expect(list).toEqual(before);
    }),
  );
});

test('fails with an addition if it affects only the items that were not added', () => {
  const added = newItem(entry, mia, now);
  const refused: ListChange = { kind: 'add', items: [added] };
  const depends = (change: ListChange) => dependsOn(change, refused);
  expect(depends({ kind: 'check', id: added.id, checked: true, by: mia })).toBe(true);
  expect(depends({ kind: 'clear', ids: [added.id] })).toBe(true);
  expect(depends({ kind: 'clear', ids: [added.id, 'item-1'] })).toBe(false);
  expect(depends({ kind: 'add', items: [added] })).toBe(false);
  expect(dependsOn({ kind: 'remove', id: 'item-1' }, { kind: 'remove', id: 'item-1' })).toBe(false);
});

test('adds an item at the end', () => {
  expect(names([{ kind: 'add', items: [newItem(entry, mia, now)] }])).toEqual(['Item 1', 'Item 2', 'Item 3', 'Milk']);
});

test('fails with an undo if all that it affects was not added', () => {
  const refused: ListChange = { kind: 'add', items: [item(1)] };
  const undo = { kind: 'undo', changeId: 'c', removes: ['item-1'], unchecks: [] } as const;
  expect(dependsOn(undo, refused)).toBe(true);
  expect(dependsOn({ ...undo, unchecks: ['item-2'] }, refused)).toBe(false);
  expect(dependsOn({ ...undo, removes: [] }, refused)).toBe(false);
});

test('fails with an edit if it continues it: of the same item and field', () => {
  const edit = (id: string, changes: object): ListChange => ({ kind: 'edit', id, changes, from: {} });
  const refused = edit('item-1', { name: 'Milk' });
  expect(dependsOn(edit('item-1', { name: 'Oat milk', note: 'Cold' }), refused)).toBe(true);
  expect(dependsOn(edit('item-1', { note: 'Cold' }), refused)).toBe(false);
  expect(dependsOn(edit('item-2', { name: 'Oat milk' }), refused)).toBe(false);
  expect(dependsOn({ kind: 'remove', id: 'item-1' }, refused)).toBe(false);
});

test.each([
  ['name', { name: 'Milk' }],
  ['check', { checked: true }],
  ['note', { note: 'Cold' }],
  ['aisle', { category: 'Dairy' }],
  ['member who brings it', { assignedTo: mia }],
])('two copies of an item differ by their %s', (_, other) => {
  expect(hasSameContent(item(1), { ...item(1), ...other })).toBe(false);
  expect(hasSameContent({ ...item(1), ...other }, { ...item(1), ...other, order: 7 })).toBe(true);
});
