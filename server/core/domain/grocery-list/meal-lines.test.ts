import { describe, expect, it } from 'vitest';
import { by, given } from '../../../../tests/support/decider.ts';
import { type GroceryListCommand, groceryList, type NewItem } from './decider.ts';
import type { GroceryListEvent, ListedItem } from './events.ts';

const salad = { id: 'wednesday', portion: 1 };
const feta: ListedItem = { id: 'feta', name: 'Feta', amount: '200', unit: 'g', order: 0, plannedMeal: salad };
const salt: ListedItem = { id: 'salt', name: 'Salt', amount: '', unit: '', order: 1, plannedMeal: salad };
const added: GroceryListEvent = { type: 'GroceryItemsAdded', data: { items: [feta, salt] } };
const checked: GroceryListEvent = { type: 'GroceryItemChecked', data: { itemId: 'feta', name: 'Feta' } };
const removed: GroceryListEvent = { type: 'GroceryItemRemoved', data: { itemId: 'feta', name: 'Feta' } };
const cleared: GroceryListEvent = { type: 'GroceryListCleared', data: { items: [] } };
const takenBack: GroceryListEvent = {
  type: 'GroceryItemRemoved',
  data: { itemId: 'feta', name: 'Feta', takenBack: true },
};

const again = (portion = 1, id = salad.id): GroceryListCommand => ({
  type: 'AddItems',
  items: [feta, salt].map(({ order: _, ...item }) => ({
    ...item,
    id: `${item.id}-again`,
    amount: item.amount && String(200 * portion),
    plannedMeal: { id, portion },
  })),
});
const addition = (...items: ListedItem[]): GroceryListEvent => ({ type: 'GroceryItemsAdded', data: { items } });
/** An addition of which these were on the list already. */
const additionWith = (merged: string[], ...items: ListedItem[]): GroceryListEvent => ({
  type: 'GroceryItemsAdded',
  data: { items, merged: merged.map((into) => ({ itemId: `${into}-again`, into })) },
});

describe('adding the ingredients of a planned meal again', () => {
  it.each([
    ['is on the list', [], ['feta', 'salt']],
    ['was bought', [checked], ['feta', 'salt']],
    ['was removed', [removed], ['salt']],
    ['was moved to another list', [{ ...removed, data: { ...removed.data, movedTo: 'party' } }], ['salt']],
  ] as [string, GroceryListEvent[], string[]][])('adds nothing that %s', (_, events, merged) => {
    given(groceryList, by<GroceryListEvent>('mia', added, ...events))
      .when(again())
      .decides(additionWith(merged));
  });

  it('adds nothing that was bought and cleared', () => {
    given(groceryList, by<GroceryListEvent>('mia', added, checked, cleared))
      .when(again())
      .decides();
  });

  it('adds what was taken back, and nothing else', () => {
    given(groceryList, by<GroceryListEvent>('mia', added, takenBack))
      .when(again())
      .decides(additionWith(['salt'], { ...feta, id: 'feta-again', order: 2 }));
  });

  it('adds what was undone', () => {
    const undone: GroceryListEvent[] = ['salt', 'feta'].map((itemId) => ({
      type: 'GroceryItemRemoved',
      data: { itemId, name: itemId === 'salt' ? 'Salt' : 'Feta', undoes: 'command-0', takenBack: true },
    }));
    given(groceryList, by<GroceryListEvent>('mia', added))
      .when({ type: 'UndoChange', changeId: 'command-0' })
      .decides(...undone);
    given(groceryList, by<GroceryListEvent>('mia', added, ...undone))
      .when(again())
      .decides(addition({ ...feta, id: 'feta-again', order: 2 }, { ...salt, id: 'salt-again', order: 3 }));
  });

  it('adds nothing after it was changed, removed and restored', () => {
    const olives = { itemId: 'feta', name: 'Olives', amount: '1', unit: 'jar' };
    const changed: GroceryListEvent = { type: 'GroceryItemChanged', data: olives };
    const restored: GroceryListEvent = {
      type: 'GroceryItemsRestored',
      data: { items: [{ ...feta, ...olives, addedBy: 'mia', addedAt: '2026-01-01T00:00:00.000Z' }] },
    };
    given(groceryList, by<GroceryListEvent>('mia', added, changed, removed, restored))
      .when(again())
      .decides(additionWith(['feta', 'salt']));
  });

  it('adds nothing after what was taken back was restored', () => {
    const restored: GroceryListEvent = {
      type: 'GroceryItemsRestored',
      data: { items: [{ ...feta, addedBy: 'mia', addedAt: '2026-01-01T00:00:00.000Z' }] },
    };
    given(groceryList, by<GroceryListEvent>('mia', added, takenBack, restored))
      .when(again())
      .decides(additionWith(['feta', 'salt']));
  });

  it('adds the difference when more people eat, also of what was bought', () => {
    given(groceryList, by<GroceryListEvent>('mia', added, checked))
      .when(again(1.5))
      .decides(
        additionWith(['salt'], {
          ...feta,
          id: 'feta-again',
          amount: '100',
          order: 2,
          plannedMeal: { id: 'wednesday', portion: 0.5 },
        }),
      );
    given(groceryList, by<GroceryListEvent>('mia', added))
      .when(again(0.5))
      .decides(additionWith(['feta', 'salt']));
  });

  it('adds the difference of each line of an ingredient that the recipe lists twice', () => {
    const butters = [
      { ...feta, name: 'Butter' },
      { ...feta, id: 'more', name: 'Butter', amount: '20', order: 1 },
    ];
    const portion = (times: number): GroceryListCommand => ({
      type: 'AddItems',
      items: butters.map(({ order: _, amount, ...item }) => ({
        ...item,
        id: `${item.id}-${times}`,
        amount: String(Number(amount) * times),
        plannedMeal: { ...salad, portion: times },
      })),
    });
    const amounts = (events: readonly GroceryListEvent[]) =>
      events.flatMap((event) =>
        event.type === 'GroceryItemsAdded' ? event.data.items.map(({ amount }) => amount) : [],
      );
    const list = given(groceryList, by<GroceryListEvent>('mia', addition(...butters)));
    expect(amounts(groceryList.decide(portion(1), list.state))).toEqual([]);
    const doubled = groceryList.decide(portion(2), list.state);
    expect(amounts(doubled)).toEqual(['200', '20']);
    const both = given(groceryList, by<GroceryListEvent>('mia', addition(...butters), ...doubled));
    expect(amounts(groceryList.decide(portion(3), both.state))).toEqual(['200', '20']);
  });

  it('adds those of another meal, and of no meal', () => {
    const ids = (command: GroceryListCommand) =>
      groceryList
        .decide(command, given(groceryList, by<GroceryListEvent>('mia', added)).state)
        .flatMap((event) => (event.type === 'GroceryItemsAdded' ? event.data.items.map(({ id }) => id) : []));
    expect(ids(again(1, 'thursday'))).toEqual(['feta-again', 'salt-again']);
    const { order: _, plannedMeal: __, ...plain } = feta;
    expect(ids({ type: 'AddItems', items: [{ ...plain, id: 'plain' }] })).toEqual(['plain']);
  });

  it('adds a new ingredient of a revised recipe, and both lines of an ingredient that it lists twice', () => {
    const oil: NewItem = { id: 'oil', name: 'Oil', amount: '1', unit: 'tbsp', plannedMeal: salad };
    given(groceryList, by<GroceryListEvent>('mia', added))
      .when({ type: 'AddItems', items: [oil, { ...oil, id: 'oil-2' }] })
      .decides(addition({ ...oil, order: 2 }, { ...oil, id: 'oil-2', order: 3 }));
  });
});

describe('an item that was merged', () => {
  const merged = by<GroceryListEvent>('mia', added, additionWith(['feta', 'salt']));
  const itemId = 'feta-again';
  const named = { itemId: 'feta', name: 'Feta' };

  it('is checked, changed and removed as the item that it became', () => {
    const list = given(groceryList, merged);
    list.when({ type: 'ChangeItem', itemId, checked: true }).decides({ type: 'GroceryItemChecked', data: named });
    list.when({ type: 'ChangeItem', itemId, amount: '300', from: { amount: '200', unit: 'g' } }).decides({
      type: 'GroceryItemChanged',
      data: {
        itemId: 'feta',
        name: 'Feta',
        amount: '300',
        unit: 'g',
        from: { name: 'Feta', amount: '200', unit: 'g' },
      },
    });
    list
      .when({ type: 'CheckItems', itemIds: [itemId, 'feta'], checked: true })
      .decides({ type: 'GroceryItemChecked', data: named });
    list.when({ type: 'RemoveItem', itemId }).decides({ type: 'GroceryItemRemoved', data: named });
    list.when({ type: 'ClearList', itemIds: [itemId] }).decides({ type: 'GroceryItemRemoved', data: named });
  });

  it('is restored as the item that it became', () => {
    given(groceryList, [...merged, ...by<GroceryListEvent>('sam', removed)])
      .when({ type: 'RestoreItems', itemIds: [itemId] })
      .decides({
        type: 'GroceryItemsRestored',
        data: { items: [{ ...feta, addedBy: 'mia', addedAt: '2026-01-01T00:00:00.000Z' }] },
      });
  });

  it('was removed if the item that it became was', () => {
    given(groceryList, [...merged, ...by<GroceryListEvent>('sam', removed)])
      .when({ type: 'ChangeItem', itemId, checked: true })
      .refused('ITEM_NOT_FOUND');
  });

  it('is one of each if a recipe lists an ingredient twice', () => {
    const more = { ...feta, id: 'more', amount: '20', order: 1 };
    const both = [feta, more].map(({ order: _, ...item }) => ({ ...item, id: `${item.id}-again` }));
    given(groceryList, by<GroceryListEvent>('mia', addition(feta, more)))
      .when({ type: 'AddItems', items: both })
      .decides(additionWith(['feta', 'more']));
  });

  it('takes no id from another item', () => {
    given(groceryList, by<GroceryListEvent>('mia', added))
      .when({ type: 'AddItems', items: [{ id: 'salt', name: 'Feta', amount: '200', unit: 'g', plannedMeal: salad }] })
      .decides();
  });

  it('is known by its id until 2,000 others were merged', () => {
    const others = Array.from({ length: 2_000 }, (_, n) => ({ itemId: `other-${n}`, into: 'salt' }));
    const check: GroceryListCommand = { type: 'ChangeItem', itemId, checked: true };
    const afterOthers = (count: number) =>
      given(groceryList, [
        ...by<GroceryListEvent>('mia', added, additionWith(['feta'])),
        ...by<GroceryListEvent>('mia', {
          type: 'GroceryItemsAdded',
          data: { items: [], merged: others.slice(0, count) },
        }),
      ]);
    afterOthers(1_999).when(check).decides({ type: 'GroceryItemChecked', data: named });
    afterOthers(2_000).when(check).refused('ITEM_NOT_FOUND');
  });
});

describe('taking back what a planned meal has brought', () => {
  it('removes its items that are not checked, and those of no other meal', () => {
    const other = { ...feta, id: 'other', order: 2, plannedMeal: { id: 'friday', portion: 1 } };
    given(groceryList, by<GroceryListEvent>('mia', added, addition(other), checked))
      .when({ type: 'TakeBack', mealId: 'wednesday' })
      .decides({ type: 'GroceryItemRemoved', data: { itemId: 'salt', name: 'Salt', takenBack: true } });
    given(groceryList, by<GroceryListEvent>('mia', added)).when({ type: 'TakeBack', mealId: 'sunday' }).decides();
  });
});

it('remembers the newest 2,000 items that planned meals have brought', () => {
  const meals = Array.from({ length: 30 }, (_, n): GroceryListEvent[] => [
    addition(
      ...Array.from({ length: 100 }, (_, i) => ({
        ...{ id: `${n}-${i}`, name: `Thing ${i}`, amount: '1', unit: '', order: n * 100 + i },
        plannedMeal: { id: `meal-${n}`, portion: 1 },
      })),
    ),
    cleared,
  ]);
  const { state } = given(groceryList, by<GroceryListEvent>('mia', ...meals.flat()));
  expect([...state.mealLines.keys()]).toEqual(Array.from({ length: 20 }, (_, n) => `meal-${n + 10}`));
});
