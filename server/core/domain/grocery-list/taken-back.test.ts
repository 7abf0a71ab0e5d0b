/** What a planned meal can bring again, or brings less of, and undoing that. */
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
const inOneCommand = (commandId: string, ...events: GroceryListEvent[]) =>
  by<GroceryListEvent>('mia', ...events).map((each) => ({ ...each, commandId }));
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

describe('buying less of what a planned meal has brought', () => {
  const twice: ListedItem = { ...feta, amount: '400', plannedMeal: { ...salad, portion: 2 } };
  const salt: ListedItem = { id: 'salt', name: 'Salt', amount: '', unit: '', order: 1, plannedMeal: salad };
  const less: ListedItem = { ...again, order: 2 };
  const buyLess: GroceryListCommand = { type: 'TakeBack', mealId: salad.id, instead: [wanted] };
  const bought: GroceryListEvent = { type: 'GroceryItemChecked', data: { itemId: 'feta', name: 'Feta' } };

  it('replaces what nobody has checked', () => {
    listAfter(addition(twice), addition(salt))
      .when(buyLess)
      .decides(takenBack, removal({ name: 'Salt', takenBack: true }, 'salt'), addition(less));
  });

  it('adds nothing of what is enough, and is refused with the id of an item that it replaces', () => {
    const merged: GroceryListEvent = {
      type: 'GroceryItemsAdded',
      data: { items: [], merged: [{ itemId: 'feta-again', into: 'feta' }] },
    };
    listAfter(addition(twice), addition(salt), bought)
      .when(buyLess)
      .decides(removal({ name: 'Salt', takenBack: true }, 'salt'), merged);
    listAfter(addition(twice))
      .when({ ...buyLess, instead: [{ ...wanted, id: 'feta' }] })
      .refused('ID_IN_USE');
  });

  it('leaves what a member has changed, as they have left it', () => {
    const noted: GroceryListEvent = {
      type: 'GroceryItemChanged',
      data: { itemId: 'feta', name: 'Feta', amount: '200', unit: 'g', note: 'The creamy one' },
    };
    listAfter(addition(twice), addition(salt), noted)
      .when(buyLess)
      .decides(removal({ name: 'Salt', takenBack: true }, 'salt'), {
        type: 'GroceryItemsAdded',
        data: { items: [], merged: [{ itemId: 'feta-again', into: 'feta' }] },
      });
    listAfter(addition(twice), noted).when({ type: 'TakeBack', mealId: salad.id }).decides(takenBack);
  });

  it('leaves what the member has not seen', () => {
    const more: ListedItem = { ...twice, id: 'more', amount: '800', order: 2, plannedMeal: { ...salad, portion: 4 } };
    const seen = { itemIds: ['feta', 'salt'] };
    const after = listAfter(addition(twice), addition(salt), addition(more));
    after.when({ ...buyLess, ...seen }).decides(takenBack, removal({ name: 'Salt', takenBack: true }, 'salt'), {
      type: 'GroceryItemsAdded',
      data: { items: [], merged: [{ itemId: 'feta-again', into: 'more' }] },
    });
    after
      .when({ type: 'TakeBack', mealId: salad.id, ...seen })
      .decides(takenBack, removal({ name: 'Salt', takenBack: true }, 'salt'));
  });

  it('takes back what the member knows by the id under which it was merged', () => {
    const merged = [{ itemId: 'feta-again', into: 'feta' }];
    listAfter(addition(feta), { type: 'GroceryItemsAdded', data: { items: [], merged } })
      .when({ type: 'TakeBack', mealId: salad.id, itemIds: ['feta-again'] })
      .decides(takenBack);
  });

  it('is one change: undoing it restores the amounts, and undoing that buys less again', () => {
    const command = 'buy-less';
    const events = [
      ...by<GroceryListEvent>('mia', addition(twice)),
      ...inOneCommand(command, takenBack, addition({ ...less, order: 1 })),
    ];
    const undone = [removal({ undoes: command, takenBack: true }, 'feta-again'), putBack(twice, command)];
    given(groceryList, events)
      .when({ type: 'UndoChange', changeId: command })
      .decides(...undone);
    const after = given(groceryList, [...events, ...inOneCommand('undo', ...undone)]);
    after.when(press).decides();
    after
      .when({ type: 'UndoChange', changeId: 'undo' })
      .decides(removal({ undoes: 'undo', takenBack: true }), putBack({ ...again, order: 1 }, 'undo'));
  });

  it('finds room on a full list', () => {
    const others = Array.from({ length: 498 }, (_, n) => ({
      ...salt,
      id: `other-${n}`,
      plannedMeal: { id: 'x', portion: 1 },
    }));
    const list = listAfter(addition(twice), addition(salt), { type: 'GroceryItemsAdded', data: { items: others } });
    const two = [wanted, { ...wanted, id: 'third', name: 'Oil' }];
    list.when({ ...buyLess, instead: two }).decides(takenBack, removal({ name: 'Salt', takenBack: true }, 'salt'), {
      type: 'GroceryItemsAdded',
      data: { items: [{ ...less }, { ...less, id: 'third', name: 'Oil', order: 3 }] },
    });
    list.when({ ...buyLess, instead: [...two, { ...wanted, id: 'fourth', name: 'Tea' }] }).refused('LIST_FULL');
    // Restored items may have filled it beyond the limit.
    const more = others.map((item) => ({ ...item, id: `more-${item.id}` }));
    listAfter(addition(twice), { type: 'GroceryItemsAdded', data: { items: [...others, ...more] } })
      .when(buyLess)
      .decides(takenBack, addition(less));
  });
});
