/** An optimistic update gives the same result as the decider and the projection. */
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { groceryListsModel, groceryListsProjection } from '../../projections/definitions/grocery-list.ts';
import type { GroceryItem, GroceryList } from '../../server/core/contracts/grocery-list.ts';
import { type GroceryListCommand, groceryList } from '../../server/core/domain/grocery-list/decider.ts';
import { Refusal } from '../../server/core/domain/refusal.ts';
import { detailsOf, editOf } from '../../web/features/grocery-list/entry.ts';
import { applyChange, type ListChange, newItem } from '../../web/features/grocery-list/list-changes.ts';
import { eventsOf, type GivenEvent, listId, onList } from '../support/applied-batches.ts';
import { documentOf, foldedModel } from '../support/folded-model.ts';
import { listHistory } from '../support/list-histories.ts';
import { Spread } from '../support/spread.ts';

const mia = { uid: 'mia', name: 'Mia' };
const profile: GivenEvent = ['profile-mia', 'ProfileCreated', { username: 'Mia', avatar: null }, 'mia'];
const entry = { name: 'Salt', amount: '1', unit: 'kg' };
const edits = [
  { note: 'The blue one' },
  { category: 'Baker' },
  { note: '', category: '' },
  entry,
  { name: 'Salt' },
  { amount: '1' },
  { amount: '', unit: '' },
];

const mealId = 'sunday-dinner';
const broughtByMeal = [entry, { ...entry, name: 'Rice' }].map((each, n) => ({
  ...{ id: `brought-${n}`, order: 1_000_000 + n, plannedMeal: { id: mealId, portion: 1 } },
  ...each,
}));

/** Not an undo: only the server knows the change that it undoes. */
type Kind = Exclude<ListChange['kind'], 'undo'>;

/** A change of a list with these items, and the command that the server executes for what `sendChange` sends. */
function changeAndCommand(items: readonly GroceryItem[], kind: Kind, which: number): [ListChange, GroceryListCommand] {
  const id = items[which % items.length]?.id ?? 'gone';
  const some = items.filter((_, n) => (n + which) % 3 > 0);
  switch (kind) {
    case 'add': {
      const source = which % 2 === 0 ? {} : { plannedMeal: { id: mealId, portion: (which % 3) + 1 } };
      const item = { ...newItem(entry, mia, new Date()), ...source };
      return [
        { kind, items: [item] },
        { type: 'AddItems', items: [{ id: item.id, ...entry, ...source }] },
      ];
    }
    case 'check': {
      const checked = which % 2 === 0;
      return [
        { kind, id, checked, by: mia },
        { type: 'ChangeItem', itemId: id, checked },
      ];
    }
    case 'checkAll': {
      const ids = some.map((item) => item.id);
      const checked = which % 2 === 0;
      return [
        { kind, ids, checked, by: mia },
        { type: 'CheckItems', itemIds: ids, checked },
      ];
    }
    case 'edit': {
      const before = detailsOf(items[which % items.length] ?? newItem(entry, mia, new Date()));
      const edit = editOf(before, { ...before, ...edits[which % edits.length] });
      return [
        { kind, id, ...edit },
        { type: 'ChangeItem', itemId: id, ...edit.changes, from: edit.from },
      ];
    }
    case 'remove':
      return [
        { kind, id },
        { type: 'RemoveItem', itemId: id },
      ];
    case 'takeBack': {
      const ids = openIds(items);
      return [
        { kind, mealId, ids },
        { type: 'TakeBack', mealId, itemIds: ids },
      ];
    }
    case 'buyLess': {
      const plannedMeal = { id: mealId, portion: [0.5, 1.5][which % 4] ?? 1 };
      const needed = broughtByMeal.map(({ name, unit }) => ({
        ...newItem({ name, amount: '2', unit }, mia, new Date()),
        plannedMeal,
      }));
      const ids = openIds(items);
      return [
        { kind, mealId, ids, items: needed },
        {
          type: 'TakeBack',
          mealId,
          itemIds: ids,
          instead: needed.map(({ id, name, amount, unit }) => ({ id, name, amount, unit, plannedMeal })),
        },
      ];
    }
    case 'clear': {
      const ids = some.map((item) => item.id);
      const onlyChecked = which % 2 === 0;
      return [
        { kind, ids, onlyChecked },
        { type: 'ClearList', itemIds: ids, onlyChecked },
      ];
    }
    case 'restore':
      return [
        { kind, items: some },
        { type: 'RestoreItems', itemIds: some.map((item) => item.id), removedBy: mia.uid },
      ];
    case 'move':
      return [
        { kind, items: some, from: listId, to: 'party' },
        { type: 'MoveOut', items: some.map(recordedItem), to: 'party', arrivals: new Map() },
      ];
  }
}

/** The unchecked items of the planned meal. */
const openIds = (items: readonly GroceryItem[]): string[] =>
  items.filter(({ plannedMeal, checked }) => plannedMeal && !checked).map(({ id }) => id);

const recordedItem = ({ checked: _, addedBy, changedBy, checkedBy, assignedTo, ...item }: GroceryItem) => ({
  ...item,
  addedBy: addedBy.uid,
  ...(changedBy && { changedBy: changedBy.uid }),
  ...(checkedBy && { checkedBy: checkedBy.uid }),
  ...(assignedTo && { assignedTo: assignedTo.uid }),
});

/** Omits the fields that only the server sets. */
const shownOf = ({ items }: GroceryList) => items.map(({ order: _, addedAt: __, changedBy: ___, ...item }) => item);

test('an optimistic update shows the same items as a later read', async () => {
  const compared = new Spread();
  const kinds = fc.constantFrom<Kind[]>(
    'add',
    'check',
    'checkAll',
    'edit',
    'remove',
    'takeBack',
    'buyLess',
    'clear',
    'restore',
    'move',
  );
  await fc.assert(
    fc.asyncProperty(listHistory, kinds, fc.nat(), async (before, kind, which) => {
      const history = [profile, ...before];
      const read = () =>
        documentOf<GroceryList>(foldedModel(groceryListsProjection, history), groceryListsModel.lists, listId);
      history.push(onList('GroceryItemsAdded', { items: broughtByMeal }));
      if (which % 2 === 0) history.push(onList('GroceryItemChecked', { itemId: 'brought-1', name: 'Rice' }));
      let list = await read();
      if (kind === 'restore') {
        // Clears the list, so that there are items to restore.
        const removed = list.items.map(({ id, name }) => ({ itemId: id, name }));
        history.push(onList('GroceryListCleared', { items: removed }));
      }
      const [change, command] = changeAndCommand(list.items, kind, which);
      if (kind === 'restore') list = await read();
      const state = groceryList.initial();
      for (const { type, data, meta, stream } of eventsOf(1, history)) {
        if (!stream.startsWith('groceryList-')) continue;
        const event = { type, data: structuredClone(data), meta: { ...meta, commandId: type } };
        groceryList.evolve(state, event as Parameters<typeof groceryList.evolve>[1]);
      }
      let decided: ReturnType<typeof groceryList.decide> = [];
      try {
        decided = groceryList.decide(command, state);
      } catch (error) {
        expect(error).toBeInstanceOf(Refusal);
        compared.add(0);
        return;
      }
      history.push(...decided.map(({ type, data }) => onList(type, data)));
      expect(shownOf(applyChange(list, change))).toEqual(shownOf(await read()));
      compared.add(decided.length);
    }),
    { numRuns: 300 },
  );
  expect(compared.share(1)).toBeGreaterThan(0.5);
});
