/** What is put back after its planned meal was to bring it again, and what undoing that leaves. */
import { describe, it } from 'vitest';
import { by, given } from '../../../../tests/support/decider.ts';
import { type GroceryListCommand, groceryList } from './decider.ts';
import type { GroceryListEvent, ListedItem } from './events.ts';

const salad = { id: 'wednesday', portion: 1 };
const feta: ListedItem = { id: 'feta', name: 'Feta', amount: '200', unit: 'g', order: 0, plannedMeal: salad };
const again: ListedItem = { ...feta, id: 'feta-again', order: 1 };
const addition = (item: ListedItem): GroceryListEvent => ({ type: 'GroceryItemsAdded', data: { items: [item] } });
const removal = (data: object = {}, itemId = 'feta'): GroceryListEvent => ({
  type: 'GroceryItemRemoved',
  data: { itemId, name: 'Feta', ...data },
});
const takenBack = removal({ takenBack: true });
const putBack = (item: ListedItem, undoes?: string): GroceryListEvent => ({
  type: 'GroceryItemsRestored',
  data: {
    items: [{ ...item, addedBy: 'mia', addedAt: '2026-01-01T00:00:00.000Z' }],
    ...(undoes !== undefined && { undoes }),
  },
});
const listAfter = (...events: GroceryListEvent[]) => given(groceryList, by<GroceryListEvent>('mia', ...events));
const undo = (n: number): GroceryListCommand => ({ type: 'UndoChange', changeId: `command-${n}` });
const { order: _, ...wanted } = again;
const press: GroceryListCommand = { type: 'AddItems', items: [wanted] };

describe('undoing that an item was put back', () => {
  it.each([
    ['restored', undefined],
    ['put back by an undo', 'command-1'],
  ])('lets its meal bring it again if it was taken back before it was %s', (_, undoes) => {
    const events = [addition(feta), takenBack, putBack(feta, undoes)];
    const undone = removal({ undoes: 'command-2', takenBack: true });
    listAfter(...events)
      .when(undo(2))
      .decides(undone);
    listAfter(...events, undone)
      .when(press)
      .decides(addition(again));
  });

  it('does not if a member had removed it', () => {
    listAfter(addition(feta), removal(), putBack(feta, 'command-1'))
      .when(undo(2))
      .decides(removal({ undoes: 'command-2' }));
  });
});
