import { describe, expect, it } from 'vitest';
import { by, given } from '../../../../tests/support/decider.ts';
import { groceryLimits } from '../../contracts/limits.ts';
import { type GroceryListCommand, groceryList } from './decider.ts';
import type { GroceryListEvent, ListedItem } from './events.ts';

const milk: ListedItem = { id: 'milk', name: 'Milk', amount: '2', unit: 'l', order: 0 };
const feta: ListedItem = { id: 'feta', name: 'Feta', amount: '200', unit: 'g', order: 1, recipeTitle: 'Greek Salad' };
const added: GroceryListEvent = { type: 'GroceryItemsAdded', data: { items: [milk, feta] } };
const at = '2026-01-01T00:00:00.000Z';

const withoutOrder = ({ order: _, ...item }: ListedItem) => item;

describe('adding to the list', () => {
  it('puts new items after all earlier ones, even after these were removed', () => {
    given(groceryList, [])
      .when({ type: 'AddItems', items: [milk, feta].map(withoutOrder) })
      .decides(added);
    given(groceryList, by<GroceryListEvent>('mia', added, { type: 'GroceryListCleared', data: { items: [] } }))
      .when({ type: 'AddItems', items: [{ id: 'eggs', name: ' Eggs ', amount: ' 6', unit: '' }] })
      .decides({
        type: 'GroceryItemsAdded',
        data: { items: [{ id: 'eggs', name: 'Eggs', amount: '6', unit: '', order: 2 }] },
      });
  });
  it('requires a name', () => {
    given(groceryList, [])
      .when({ type: 'AddItems', items: [withoutOrder(milk), { id: 'x', name: '  ', amount: '', unit: '' }] })
      .refused('NAME_REQUIRED');
  });
  it('refuses an id that is on the list, that was removed from it, or that is sent twice', () => {
    const removed: GroceryListEvent = { type: 'GroceryItemRemoved', data: { itemId: 'feta', name: 'Feta' } };
    const list = given(groceryList, by<GroceryListEvent>('mia', added, removed));
    for (const id of ['milk', 'feta']) {
      list.when({ type: 'AddItems', items: [{ ...withoutOrder(milk), id }] }).refused('ID_IN_USE');
    }
    const eggs = { id: 'eggs', name: 'Eggs', amount: '6', unit: '' };
    list.when({ type: 'AddItems', items: [eggs, eggs] }).refused('ID_IN_USE');
    list.when({ type: 'AddItems', items: [eggs] }).decides({
      type: 'GroceryItemsAdded',
      data: { items: [{ ...eggs, order: 2 }] },
    });
  });
  it('accepts the id of a removed item when its last removal can no longer be undone', () => {
    const removed: GroceryListEvent = { type: 'GroceryItemRemoved', data: { itemId: 'milk', name: 'Milk' } };
    const restored: GroceryListEvent = {
      type: 'GroceryItemsRestored',
      data: { items: [{ ...milk, addedBy: 'mia', addedAt: at }] },
    };
    const others = Array.from({ length: 100 }, (_, n): GroceryListEvent[] => {
      const item = { ...feta, id: `other-${n}`, order: n + 1 };
      const { id, name } = item;
      return [
        { type: 'GroceryItemsAdded', data: { items: [item] } },
        { type: 'GroceryItemRemoved', data: { itemId: id, name } },
      ];
    });
    const addMilk: GroceryListCommand = { type: 'AddItems', items: [withoutOrder(milk)] };
    const removedTwice = [added, removed, restored, removed];
    given(groceryList, by('mia', ...removedTwice, ...others.slice(1).flat()))
      .when(addMilk)
      .refused('ID_IN_USE');
    given(groceryList, by('mia', ...removedTwice, ...others.flat()))
      .when(addMilk)
      .decides({ type: 'GroceryItemsAdded', data: { items: [{ ...milk, order: 101 }] } });
    const removedTogether = [milk, feta].map(({ id, name }) => ({
      by: 'mia',
      commandId: 'both',
      event: { type: 'GroceryItemRemoved', data: { itemId: id, name } } satisfies GroceryListEvent,
    }));
    given(groceryList, [...by('mia', added), ...removedTogether, ...by('mia', ...others.flat())])
      .when({ type: 'AddItems', items: [withoutOrder(feta)] })
      .decides({ type: 'GroceryItemsAdded', data: { items: [{ ...feta, order: 101 }] } });
  });
  it('refuses more items than the limit', () => {
    const many = Array.from({ length: groceryLimits.items - 1 }, (_, i) => ({ ...milk, id: `item-${i}`, order: i }));
    const list = given(groceryList, by<GroceryListEvent>('mia', { type: 'GroceryItemsAdded', data: { items: many } }));
    list.when({ type: 'AddItems', items: [milk, feta].map(withoutOrder) }).refused('LIST_FULL');
    list.when({ type: 'AddItems', items: [withoutOrder(milk)] }).decides({
      type: 'GroceryItemsAdded',
      data: { items: [{ ...milk, order: groceryLimits.items - 1 }] },
    });
  });
});

describe('changing an item', () => {
  it('records the changed item, and its check as a separate event', () => {
    given(groceryList, by('mia', added))
      .when({ type: 'ChangeItem', itemId: 'milk', amount: '3', checked: true })
      .decides(
        {
          type: 'GroceryItemChanged',
          data: {
            itemId: 'milk',
            name: 'Milk',
            amount: '3',
            unit: 'l',
            from: { name: 'Milk', amount: '2', unit: 'l' },
          },
        },
        { type: 'GroceryItemChecked', data: { itemId: 'milk', name: 'Milk' } },
      );
    const [, checked] = groceryList.decide(
      { type: 'ChangeItem', itemId: 'milk', name: 'Oat milk', checked: true },
      given(groceryList, by('mia', added)).state,
    );
    expect(checked).toEqual({ type: 'GroceryItemChecked', data: { itemId: 'milk', name: 'Oat milk' } });
  });
  it('records nothing when nothing changed', () => {
    given(groceryList, by('mia', added))
      .when({ type: 'ChangeItem', itemId: 'milk', name: 'Milk ', checked: false })
      .decides();
    const changed: GroceryListEvent = {
      type: 'GroceryItemChanged',
      data: { itemId: 'milk', name: 'Oat milk', amount: '1', unit: 'l' },
    };
    given(groceryList, by<GroceryListEvent>('mia', added, changed))
      .when({ type: 'ChangeItem', itemId: 'milk', name: 'Oat milk', amount: '1' })
      .decides();
  });
  it('checks several items, except those that are checked already or not on the list', () => {
    const isChecked: GroceryListEvent = { type: 'GroceryItemChecked', data: { itemId: 'milk', name: 'Milk' } };
    const list = given(groceryList, by<GroceryListEvent>('mia', added, isChecked));
    list
      .when({ type: 'CheckItems', itemIds: ['feta', 'milk', 'gone', 'feta'], checked: true })
      .decides({ type: 'GroceryItemChecked', data: { itemId: 'feta', name: 'Feta' } });
    list
      .when({ type: 'CheckItems', itemIds: ['feta', 'milk'], checked: false })
      .decides({ type: 'GroceryItemUnchecked', data: { itemId: 'milk', name: 'Milk' } });
    list.when({ type: 'CheckItems', itemIds: ['gone'], checked: true }).refused('ITEM_NOT_FOUND');
  });
  it('requires an item on the list, and a name', () => {
    const list = given(groceryList, by('mia', added));
    list.when({ type: 'ChangeItem', itemId: 'gone', checked: true }).refused('ITEM_NOT_FOUND');
    list.when({ type: 'ChangeItem', itemId: 'milk', name: ' ' }).refused('NAME_REQUIRED');
  });
});

describe('removing and restoring items', () => {
  const checked: GroceryListEvent = { type: 'GroceryItemChecked', data: { itemId: 'milk', name: 'Milk' } };
  const removed: GroceryListEvent = { type: 'GroceryItemRemoved', data: { itemId: 'milk', name: 'Milk' } };
  const restored = { ...milk, addedBy: 'mia', addedAt: at, checkedBy: 'tom' };

  it('restores a removed item with who added and who checked it', () => {
    given(groceryList, [...by<GroceryListEvent>('mia', added), ...by<GroceryListEvent>('tom', checked, removed)])
      .when({ type: 'RestoreItems', itemIds: ['milk'] })
      .decides({ type: 'GroceryItemsRestored', data: { items: [restored] } });
  });
  it('restores all items that a clearing removed, in their order', () => {
    const list = [...by<GroceryListEvent>('mia', added), ...by<GroceryListEvent>('tom', checked)];
    const { state } = given(groceryList, list);
    const [event] = groceryList.decide({ type: 'ClearList' }, state);
    expect(event).toEqual({
      type: 'GroceryListCleared',
      data: { items: [milk, feta].map(({ id, name }) => ({ itemId: id, name })) },
    });
    given(groceryList, [...list, ...by<GroceryListEvent>('mia', ...(event ? [event] : []))])
      .when({ type: 'RestoreItems' })
      .decides({ type: 'GroceryItemsRestored', data: { items: [restored, { ...feta, addedBy: 'mia', addedAt: at }] } });
  });
  it('undoes a clearing even if another item was removed since', () => {
    const eggs: ListedItem = { id: 'eggs', name: 'Eggs', amount: '6', unit: '', order: 2 };
    const cleared: GroceryListEvent = { type: 'GroceryListCleared', data: { items: [] } };
    const removedSince: GroceryListEvent[] = [
      { type: 'GroceryItemsAdded', data: { items: [eggs] } },
      { type: 'GroceryItemRemoved', data: { itemId: 'eggs', name: 'Eggs' } },
    ];
    const items = [milk, feta].map((item) => ({ ...item, addedBy: 'mia', addedAt: at }));
    given(groceryList, [...by<GroceryListEvent>('mia', added, cleared), ...by('tom', ...removedSince)])
      .when({ type: 'RestoreItems' })
      .decides({ type: 'GroceryItemsRestored', data: { items } });
  });
  it('restores only what a member was the last to remove, if they undo their own removal', () => {
    const removedFeta: GroceryListEvent = { type: 'GroceryItemRemoved', data: { itemId: 'feta', name: 'Feta' } };
    const list = given(groceryList, [
      ...by<GroceryListEvent>('mia', added, checked),
      ...by<GroceryListEvent>('tom', removed),
      ...by<GroceryListEvent>('mia', removedFeta),
    ]);
    const itemIds = ['milk', 'feta'];
    list
      .when({ type: 'RestoreItems', itemIds, removedBy: 'mia' })
      .decides({ type: 'GroceryItemsRestored', data: { items: [{ ...feta, addedBy: 'mia', addedAt: at }] } });
    list.when({ type: 'RestoreItems', itemIds: ['milk'], removedBy: 'mia' }).refused('NOTHING_TO_RESTORE');
  });
  it('refuses to restore items that are on the list or never were', () => {
    given(groceryList, by('mia', added)).when({ type: 'RestoreItems' }).refused('NOTHING_TO_RESTORE');
    const list = given(groceryList, by<GroceryListEvent>('mia', added, removed));
    list.when({ type: 'RestoreItems', itemIds: ['feta', 'nothing'] }).refused('NOTHING_TO_RESTORE');
    list.when({ type: 'RestoreItems' }).refused('NOTHING_TO_RESTORE');
  });
  it('records nothing when an empty list is cleared', () => {
    given(groceryList, []).when({ type: 'ClearList' }).decides();
    given(groceryList, [])
      .when({ type: 'ClearList', itemIds: ['milk'] })
      .decides();
  });
  it('records a clearing if the ids include all items on the list, even with ids of removed items', () => {
    const named = [milk, feta].map(({ id, name }) => ({ itemId: id, name }));
    given(groceryList, by('mia', added))
      .when({ type: 'ClearList', itemIds: ['gone', 'feta', 'milk'] })
      .decides({ type: 'GroceryListCleared', data: { items: named } });
  });
  it('removes only the items with these ids, and keeps those added meanwhile', () => {
    const list = given(groceryList, by('mia', added));
    list.when({ type: 'ClearList', itemIds: ['gone', 'milk'] }).decides(removed);
    list.when({ type: 'ClearList', itemIds: ['gone'] }).decides();
  });
  it('restores all items that one command removed one by one', () => {
    const seen = Array.from({ length: 50 }, (_, n): ListedItem => ({ ...milk, id: `seen-${n}`, order: n + 2 }));
    const itemIds = seen.map(({ id }) => id);
    const list = by<GroceryListEvent>('mia', { type: 'GroceryItemsAdded', data: { items: seen } }, added);
    const cleared = groceryList.decide({ type: 'ClearList', itemIds }, given(groceryList, list).state);
    const byTom = cleared.map((event) => ({ by: 'tom', commandId: 'clear', event }));
    const items = seen.map((item) => ({ ...item, addedBy: 'mia', addedAt: at }));
    given(groceryList, [...list, ...byTom])
      .when({ type: 'RestoreItems', itemIds })
      .decides({ type: 'GroceryItemsRestored', data: { items } });
  });
});
