import { expect, test } from 'vitest';
import type { GroceryList } from '../../server/core/contracts/grocery-list.ts';
import { groceryLimits } from '../../server/core/contracts/limits.ts';
import type { GivenEvent } from '../../tests/support/applied-batches.ts';
import { documentOf, foldedModel } from '../../tests/support/folded-model.ts';
import { groceryListsModel, groceryListsProjection } from './grocery-list.ts';
import type { RememberedDocument } from './list-collections.ts';

const on = (type: string, data: object, actor: string): GivenEvent => ['groceryList-1', type, data, actor];
const named = (uid: string, username: string, type = 'ProfileRevised'): GivenEvent => [
  `profile-${uid}`,
  type,
  { username, avatar: null },
  uid,
];
const item = (id: string, order: number) => ({ id, name: id, amount: '', unit: '', order });
const begin = [
  named('mia', 'Mia', 'ProfileCreated'),
  named('tom', 'Tom', 'ProfileCreated'),
  on('GroceryItemsAdded', { items: [item('milk', 1), item('eggs', 2)] }, 'mia'),
];
const itemsAfter = async (...events: GivenEvent[]) => {
  const model = foldedModel(groceryListsProjection, [...begin, ...events]);
  const { items } = await documentOf<GroceryList>(model, groceryListsModel.lists, '1');
  return items.map(({ id, checked, addedBy, checkedBy }) => [
    id,
    addedBy.name,
    checked ? 'checked by' : 'open',
    checkedBy?.name,
  ]);
};

test('shows the current name of a user who checked an item but added none', async () => {
  const checked = on('GroceryItemChecked', { itemId: 'eggs', name: 'eggs' }, 'tom');
  expect(await itemsAfter(checked, named('tom', 'Thomas'))).toEqual([
    ['milk', 'Mia', 'open', undefined],
    ['eggs', 'Mia', 'checked by', 'Thomas'],
  ]);
  expect(await itemsAfter(checked, named('mia', 'Maria'))).toEqual([
    ['milk', 'Maria', 'open', undefined],
    ['eggs', 'Maria', 'checked by', 'Tom'],
  ]);
});

test('shows the current name of a user who changed an item, also after it was restored', async () => {
  const changed = on('GroceryItemChanged', { itemId: 'eggs', name: 'eggs', amount: '6', unit: '' }, 'tom');
  const restored = { ...item('milk', 1), addedBy: 'mia', addedAt: '2026-11-20T10:00:03.000Z', changedBy: 'tom' };
  const removed = on('GroceryItemRemoved', { itemId: 'milk', name: 'milk' }, 'mia');
  const model = foldedModel(groceryListsProjection, [
    ...begin,
    changed,
    removed,
    on('GroceryItemsRestored', { items: [restored] }, 'mia'),
    named('tom', 'Thomas'),
  ]);
  const { items } = await documentOf<GroceryList>(model, groceryListsModel.lists, '1');
  expect(items.map(({ changedBy }) => changedBy)).toEqual([
    { uid: 'tom', name: 'Thomas' },
    { uid: 'tom', name: 'Thomas' },
  ]);
});

test('shows details with current names, and omits removed ones', async () => {
  const details = { note: 'The blue one', assignedTo: 'tom', category: 'Dairy' };
  const tea = { ...item('tea', 3), ...details };
  const change = (data: object) =>
    on('GroceryItemChanged', { itemId: 'milk', name: 'milk', amount: '', unit: '', ...data }, 'mia');
  const shown = async (...events: GivenEvent[]) => {
    const model = foldedModel(groceryListsProjection, [...begin, ...events]);
    const { items } = await documentOf<GroceryList>(model, groceryListsModel.lists, '1');
    return items.map(({ note, assignedTo, category }) => [note, assignedTo?.name, category]);
  };
  const addTea = on('GroceryItemsAdded', { items: [tea] }, 'mia');
  const none = [undefined, undefined, undefined];
  const all = ['The blue one', 'Thomas', 'Dairy'];
  expect(await shown(addTea, named('tom', 'Thomas'))).toEqual([none, none, all]);
  expect(await shown(change(details), named('tom', 'Thomas'))).toEqual([all, none]);
  const without = change({ note: '', assignedTo: '', category: '' });
  expect(await shown(change(details), without)).toEqual([none, none]);
  expect(await shown(change(details), change({ amount: '2' }))).toEqual([['The blue one', 'Tom', 'Dairy'], none]);
});

test('keeps who added an unchecked item, and who added and checked a restored one', async () => {
  const checked = on('GroceryItemChecked', { itemId: 'eggs', name: 'eggs' }, 'tom');
  const unchecked = on('GroceryItemUnchecked', { itemId: 'eggs', name: 'eggs' }, 'mia');
  expect(await itemsAfter(checked, unchecked, named('tom', 'Thomas'))).toEqual([
    ['milk', 'Mia', 'open', undefined],
    ['eggs', 'Mia', 'open', undefined],
  ]);
  const removed = on('GroceryItemRemoved', { itemId: 'milk', name: 'milk' }, 'tom');
  const restored = { ...item('milk', 1), addedBy: 'mia', addedAt: '2026-11-20T10:00:03.000Z', checkedBy: 'tom' };
  const putBack = on('GroceryItemsRestored', { items: [restored] }, 'tom');
  expect(await itemsAfter(checked, removed, putBack, named('tom', 'Thomas'))).toEqual([
    ['milk', 'Mia', 'checked by', 'Thomas'],
    ['eggs', 'Mia', 'checked by', 'Thomas'],
  ]);
});

test('shows the current names of all who are named on an item that comes from another list', async () => {
  const users = ['adder', 'changer', 'checker', 'bringer'];
  const [addedBy, changedBy, checkedBy, assignedTo] = users;
  const moved = { ...item('tea', 3), addedBy, addedAt: '2026-11-20T10:00:03.000Z', changedBy, checkedBy, assignedTo };
  const model = foldedModel(groceryListsProjection, [
    ...begin,
    ...users.map((uid) => named(uid, `${uid} before`, 'ProfileCreated')),
    on('GroceryItemsRestored', { items: [moved], movedFrom: '2' }, 'mia'),
    ...users.map((uid) => named(uid, `${uid} now`)),
  ]);
  const { items } = await documentOf<GroceryList>(model, groceryListsModel.lists, '1');
  const tea = items.find(({ id }) => id === 'tea');
  const names = [tea?.addedBy, tea?.changedBy, tea?.checkedBy, tea?.assignedTo].map((person) => person?.name);
  expect(names).toEqual(users.map((uid) => `${uid} now`));
});

test('remembers the categories that were chosen last, and no more than the limit', async () => {
  const chosen = (names: readonly string[]) =>
    on(
      'GroceryItemsAdded',
      { items: names.map((name, order) => ({ ...item(name, order), category: 'Dairy' })) },
      'mia',
    );
  const names = Array.from({ length: groceryLimits.remembered + 2 }, (_, n) => `name ${n}`);
  const model = foldedModel(groceryListsProjection, [chosen(names), chosen(['name 2'])]);
  const { categories } = await documentOf<RememberedDocument>(model, groceryListsModel.remembered, '1');
  expect(categories.map(({ name }) => name)).toEqual([...names.slice(3), 'name 2']);
});
