import { describe, expect, it } from 'vitest';
import { type By, given } from '../../../../tests/support/decider.ts';
import { groceryLimits } from '../../contracts/limits.ts';
import { type GroceryListCommand, groceryList } from './decider.ts';
import type { GroceryListEvent, ItemText, ListedItem, RestoredItem } from './events.ts';

const milk: ListedItem = { id: 'milk', name: 'Milk', amount: '2', unit: 'l', order: 0 };
const feta: ListedItem = { id: 'feta', name: 'Feta', amount: '200', unit: 'g', order: 1 };
const at = '2026-01-01T00:00:00.000Z';
const named = (item: ListedItem) => ({ itemId: item.id, name: item.name });
const entry = ({ name, amount, unit }: ItemText): ItemText => ({ name, amount, unit });

const add = (...items: ListedItem[]): GroceryListEvent => ({ type: 'GroceryItemsAdded', data: { items } });
const check = (item: ListedItem, undoes?: string): GroceryListEvent => ({
  type: 'GroceryItemChecked',
  data: { ...named(item), ...(undoes !== undefined && { undoes }) },
});
const uncheck = (item: ListedItem, undoes?: string): GroceryListEvent => ({
  type: 'GroceryItemUnchecked',
  data: { ...named(item), ...(undoes !== undefined && { undoes }) },
});
const remove = (item: ListedItem, undoes?: string): GroceryListEvent => ({
  type: 'GroceryItemRemoved',
  data: { ...named(item), ...(undoes !== undefined && { undoes }) },
});
const restore = (items: RestoredItem[], undoes?: string): GroceryListEvent => ({
  type: 'GroceryItemsRestored',
  data: { items, ...(undoes !== undefined && { undoes }) },
});
const edit = (from: ListedItem, to: Partial<ItemText>, undoes?: string): GroceryListEvent => ({
  type: 'GroceryItemChanged',
  data: { itemId: from.id, ...entry({ ...from, ...to }), from: entry(from), ...(undoes !== undefined && { undoes }) },
});
const clear: GroceryListEvent = { type: 'GroceryListCleared', data: { items: [milk, feta].map(named) } };

/** Each change is a command with an id of its own: change-0, change-1 and so on. */
const listAfter = (...changes: (GroceryListEvent | GroceryListEvent[])[]) =>
  given(
    groceryList,
    changes.flatMap((events, n) =>
      [events].flat().map((event): By<GroceryListEvent> => ({ by: 'mia', commandId: `change-${n}`, event })),
    ),
  );
const undoing = (n: number): GroceryListCommand => ({ type: 'UndoChange', changeId: `change-${n}` });
const byMia = (item: ListedItem): RestoredItem => ({ ...item, addedBy: 'mia', addedAt: at });

describe('undoing a change', () => {
  it('removes what an addition added, if it is still there', () => {
    listAfter(add(milk, feta)).when(undoing(0)).decides(remove(feta, 'change-0'), remove(milk, 'change-0'));
    listAfter(add(milk, feta), remove(milk)).when(undoing(0)).decides(remove(feta, 'change-0'));
    listAfter(add(milk), remove(milk)).when(undoing(0)).refused('NOTHING_TO_UNDO');
  });

  it('unchecks together what was checked together, except what was checked anew since', () => {
    listAfter(add(milk, feta), [check(milk), check(feta)])
      .when(undoing(1))
      .decides(uncheck(feta, 'change-1'), uncheck(milk, 'change-1'));
    listAfter(add(milk, feta), [check(milk), check(feta)], uncheck(feta), check(feta))
      .when(undoing(1))
      .decides(uncheck(milk, 'change-1'));
  });

  it('restores what a removal or a clearing removed', () => {
    listAfter(add(milk, feta), remove(milk))
      .when(undoing(1))
      .decides(restore([byMia(milk)], 'change-1'));
    listAfter(add(milk, feta), clear)
      .when(undoing(1))
      .decides(restore([byMia(milk), byMia(feta)], 'change-1'));
    listAfter(add(milk, feta), [remove(feta), remove(milk)])
      .when(undoing(1))
      .decides(restore([byMia(milk), byMia(feta)], 'change-1'));
  });

  it('does not restore what was restored since, even if it was removed again', () => {
    listAfter(add(milk), remove(milk), restore([byMia(milk)]))
      .when(undoing(1))
      .refused('NOTHING_TO_UNDO');
    const again = listAfter(add(milk), remove(milk), restore([byMia(milk)]), remove(milk));
    again.when(undoing(1)).refused('NOTHING_TO_UNDO');
    again.when(undoing(3)).decides(restore([byMia(milk)], 'change-3'));
  });

  it('removes what a restoration restored', () => {
    listAfter(add(milk), remove(milk), restore([byMia(milk)]))
      .when(undoing(2))
      .decides(remove(milk, 'change-2'));
  });

  it('reverses a check, unless it was reversed or repeated since', () => {
    listAfter(add(milk), check(milk)).when(undoing(1)).decides(uncheck(milk, 'change-1'));
    listAfter(add(milk), check(milk), uncheck(milk)).when(undoing(2)).decides(check(milk, 'change-2'));
    listAfter(add(milk), check(milk), uncheck(milk)).when(undoing(1)).refused('NOTHING_TO_UNDO');
    listAfter(add(milk), check(milk), uncheck(milk), check(milk)).when(undoing(1)).refused('NOTHING_TO_UNDO');
    listAfter(add(milk), check(milk), remove(milk)).when(undoing(1)).refused('NOTHING_TO_UNDO');
    const oats = { ...milk, name: 'Oat milk' };
    listAfter(add(milk), check(milk), edit(milk, oats)).when(undoing(1)).decides(uncheck(oats, 'change-1'));
  });

  it('restores each former value that was not changed since; amount and unit together', () => {
    const oats = { ...milk, name: 'Oat milk', amount: '3' };
    listAfter(add(milk), edit(milk, oats))
      .when(undoing(1))
      .decides(edit(oats, milk, 'change-1'));
    const soy = { ...oats, name: 'Soy milk' };
    const renamed = listAfter(add(milk), edit(milk, oats), edit(oats, soy));
    renamed.when(undoing(1)).decides(edit(soy, { amount: '2' }, 'change-1'));
    renamed.when(undoing(2)).decides(edit(soy, { name: 'Oat milk' }, 'change-2'));
    const more = { ...milk, amount: '3' };
    listAfter(add(milk), edit(milk, more), edit(more, { unit: 'ml' }))
      .when(undoing(1))
      .refused('NOTHING_TO_UNDO');
    // Another item's change is no reason to keep the new value.
    listAfter(add(milk, feta), edit(milk, more), edit(feta, { amount: '300' }))
      .when(undoing(1))
      .decides(edit(more, milk, 'change-1'));
  });

  it('restores former notes, assignments and categories, also after they were removed', () => {
    const noted: ListedItem = { ...milk, note: 'The blue one', category: 'Dairy' };
    const cleared: GroceryListEvent = {
      type: 'GroceryItemChanged',
      data: { itemId: 'milk', ...entry(milk), note: '', assignedTo: 'mia' },
    };
    listAfter(add(noted), cleared)
      .when(undoing(1))
      .decides({
        type: 'GroceryItemChanged',
        data: {
          ...{ itemId: 'milk', ...entry(milk), note: 'The blue one', assignedTo: '' },
          ...{ from: { ...entry(milk), note: '', assignedTo: 'mia' }, undoes: 'change-1' },
        },
      });
  });

  it('does not restore a value that was changed since, and back', () => {
    const oats = { ...milk, name: 'Oat milk' };
    listAfter(add(milk), edit(milk, oats), edit(oats, { name: 'Soy milk' }), edit({ ...milk, name: 'Soy milk' }, oats))
      .when(undoing(1))
      .refused('NOTHING_TO_UNDO');
  });

  it('does not restore a value that was changed on another list, from which the item came back', () => {
    const more = { ...milk, amount: '3' };
    const away: GroceryListEvent = { type: 'GroceryItemRemoved', data: { ...named(milk), movedTo: 'other' } };
    const back: GroceryListEvent = {
      type: 'GroceryItemsRestored',
      data: { items: [byMia({ ...milk, amount: '5' })], movedFrom: 'other' },
    };
    listAfter(add(milk), edit(milk, more), away, back).when(undoing(1)).refused('NOTHING_TO_UNDO');
  });

  it('reverses all effects of one command', () => {
    const oats = { ...milk, name: 'Oat milk' };
    listAfter(add(milk), [edit(milk, oats), check(oats)])
      .when(undoing(1))
      .decides(uncheck(oats, 'change-1'), edit(oats, milk, 'change-1'));
  });

  it('is refused the second time, but can be undone itself, and then repeated', () => {
    const undone = [add(milk), check(milk), uncheck(milk, 'change-1')];
    listAfter(...undone)
      .when(undoing(1))
      .refused('ALREADY_UNDONE');
    listAfter(...undone)
      .when(undoing(2))
      .decides(check(milk, 'change-2'));
    const redone = listAfter(...undone, check(milk, 'change-2'));
    redone.when(undoing(2)).refused('ALREADY_UNDONE');
    redone.when(undoing(1)).decides(uncheck(milk, 'change-1'));
  });

  it('keeps no earlier change in place once it is undone again after it was redone', () => {
    const [oats, soy] = [
      { ...milk, name: 'Oat milk' },
      { ...milk, name: 'Soy milk' },
    ];
    const undone = [add(milk), edit(milk, oats), edit(oats, soy), edit(soy, oats, 'change-2')];
    listAfter(...undone, edit(oats, soy, 'change-3'))
      .when(undoing(1))
      .refused('NOTHING_TO_UNDO');
    listAfter(...undone, edit(oats, soy, 'change-3'), edit(soy, oats, 'change-4'))
      .when(undoing(1))
      .decides(edit(oats, milk, 'change-1'));
  });

  it('is refused for unknown changes, and for changes before the last 100', () => {
    listAfter(add(milk)).when(undoing(1)).refused('CHANGE_NOT_FOUND');
    const checks = Array.from({ length: 99 }, (_, n) => (n % 2 === 0 ? check(milk) : uncheck(milk)));
    listAfter(add(milk, feta), ...checks)
      .when(undoing(0))
      .decides(remove(feta, 'change-0'), remove(milk, 'change-0'));
    listAfter(add(milk, feta), ...checks, remove(milk))
      .when(undoing(0))
      .refused('CHANGE_NOT_FOUND');
  });

  it('restores what was removed, also after 98 other removals', () => {
    const items = Array.from({ length: 99 }, (_, n) => ({ ...feta, id: `item-${n}`, order: n }));
    const [first = feta] = items;
    listAfter(add(...items), ...items.map((item) => remove(item)))
      .when(undoing(1))
      .decides(restore([byMia(first)], 'change-1'));
  });

  it.each([
    [45, 22],
    [90, 20],
  ])('restores cleared lists of %i items, the last %i of them', (size, restorable) => {
    const listOf = (n: number) => Array.from({ length: size }, (_, i) => ({ ...feta, id: `${n}-${i}`, order: i }));
    const cleared: GroceryListEvent = { type: 'GroceryListCleared', data: { items: [] } };
    const numbers = Array.from({ length: 50 }, (_, n) => n);
    const list = listAfter(...numbers.flatMap((n) => [add(...listOf(n)), cleared]));
    const oldest = 50 - restorable;
    const restoring = (n: number): GroceryListCommand => ({ type: 'RestoreItems', itemIds: [`${n}-0`] });
    list.when(restoring(oldest)).decides(restore(listOf(oldest).slice(0, 1).map(byMia)));
    list.when(restoring(oldest - 1)).refused('NOTHING_TO_RESTORE');
  });

  it('puts items back on a full list, up to as many as are saved', () => {
    const many = (count: number) =>
      add(...Array.from({ length: count }, (_, n) => ({ ...feta, id: `item-${n}`, order: n + 2 })));
    const listWith = (count: number) => listAfter(add(milk), remove(milk), many(count));
    listWith(groceryLimits.items)
      .when(undoing(1))
      .decides(restore([byMia(milk)], 'change-1'));
    listWith(groceryLimits.items)
      .when({ type: 'RestoreItems', itemIds: ['milk'] })
      .decides(restore([byMia(milk)]));
    listWith(groceryLimits.savedItems).when(undoing(1)).refused('LIST_FULL');
    listWith(groceryLimits.savedItems)
      .when({ type: 'RestoreItems', itemIds: ['milk'] })
      .refused('LIST_FULL');
  });
});

describe('the memory of changes', () => {
  it('is bounded, and counted by the weight of the state', () => {
    const many = Array.from({ length: groceryLimits.items }, (_, n) => ({ ...feta, id: `item-${n}`, order: n }));
    const cleared: GroceryListEvent = { type: 'GroceryListCleared', data: { items: [] } };
    const rounds = Array.from({ length: 40 }, () => [cleared, restore(many.map(byMia))]).flat();
    const { state } = listAfter(add(...many), ...rounds);
    const effects = state.changes.list.reduce((sum, change) => sum + change.effects.length, 0);
    expect(effects).toBeGreaterThan(4_000);
    expect(effects).toBeLessThanOrEqual(5_000);
    expect(groceryList.weight(state)).toBeGreaterThan(effects + 20 * groceryLimits.items);
  });
});
