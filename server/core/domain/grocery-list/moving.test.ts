import { describe, expect, it } from 'vitest';
import { by, given } from '../../../../tests/support/decider.ts';
import { added, changed } from '../../../../tests/support/milk-and-feta.ts';
import { groceryLimits } from '../../contracts/limits.ts';
import { groceryList } from './decider.ts';
import type { GroceryListEvent, ListedItem, RestoredItem } from './events.ts';

describe('moving items between lists', () => {
  const other: ListedItem = { id: 'other', name: 'Salt', amount: '', unit: '', order: 0 };
  const { state: source } = given(groceryList, by('mia', added));
  const copies = [...source.items.values()];
  const [milkCopy] = copies.map((item) => structuredClone(item));
  const restored = (...items: RestoredItem[]): GroceryListEvent => ({
    type: 'GroceryItemsRestored',
    data: { items, movedFrom: 'source' },
  });

  it('puts them at the end of the other list, once', () => {
    const target = given(
      groceryList,
      by<GroceryListEvent>('mia', { type: 'GroceryItemsAdded', data: { items: [other] } }),
    );
    const moved = copies.map((item, n) => ({ ...item, order: n + 1 }));
    target.when({ type: 'MoveIn', items: copies, from: 'source' }).decides(restored(...moved));
    const after = given(groceryList, by('mia', restored(...moved)));
    after.when({ type: 'MoveIn', items: copies, from: 'source' }).decides();
    after.when({ type: 'AddItems', items: [other] }).decides({
      type: 'GroceryItemsAdded',
      data: { items: [{ ...other, order: 3 }] },
    });
    target.when({ type: 'MoveIn', items: [], from: 'source' }).refused('ITEM_NOT_FOUND');
  });

  it('leaves out what was removed from the other list or, on demand, moved away from it', () => {
    const items = copies.slice(0, 1);
    const gone = (movedTo?: string): GroceryListEvent => ({
      type: 'GroceryItemRemoved',
      data: { itemId: 'milk', name: 'Milk', ...(movedTo !== undefined && { movedTo }) },
    });
    const moveIn = { type: 'MoveIn', items, from: 'source' } as const;
    const came = restored(...items);
    const removed = given(groceryList, by('tom', came, gone()));
    removed.when({ ...moveIn, without: 'removed' }).decides();
    removed.when({ ...moveIn, without: 'removed or moved' }).decides();
    removed.when(moveIn).decides(restored(...items.map((item) => ({ ...item, order: 1 }))));
    const moved = given(groceryList, by('tom', came, gone('source')));
    moved.when({ ...moveIn, without: 'removed' }).decides(restored(...items.map((item) => ({ ...item, order: 1 }))));
    moved.when({ ...moveIn, without: 'removed or moved' }).decides();
  });

  it('removes only what was not changed since it was copied', () => {
    const list = given(groceryList, by('tom', added, { ...changed({ amount: '3' }) }));
    const feta = { itemId: 'feta', name: 'Feta', movedTo: 'target' };
    const items = [...given(groceryList, by('tom', added)).state.items.values()];
    list
      .when({ type: 'MoveOut', items, to: 'target', arrivals: new Map() })
      .decides({ type: 'GroceryItemRemoved', data: feta });
    const checked: GroceryListEvent = { type: 'GroceryItemChecked', data: { itemId: 'milk', name: 'Milk' } };
    given(groceryList, by<GroceryListEvent>('mia', added, checked))
      .when({ type: 'MoveOut', items: milkCopy ? [milkCopy] : [], to: 'target', arrivals: new Map() })
      .decides();
  });

  it('leaves an item that was moved back since it was copied', () => {
    const copy = {
      type: 'MoveOut',
      items: copies.slice(0, 1),
      to: 'target',
      arrivals: new Map(source.arrivals),
    } as const;
    const removed: GroceryListEvent = {
      type: 'GroceryItemRemoved',
      data: { itemId: 'milk', name: 'Milk', movedTo: 'target' },
    };
    given(groceryList, by('mia', added)).when(copy).decides(removed);
    const moveBack = { type: 'MoveIn', items: copies.slice(0, 1), from: 'source', recordsPresent: true } as const;
    const back = restored(...copies.slice(0, 1));
    given(groceryList, by('mia', added)).when(moveBack).decides(back);
    given(groceryList, by('mia', added, back))
      .when(copy)
      .decides();
    // The next member who moves it has seen it here.
    const { arrivals } = given(groceryList, by('mia', added, back)).state;
    given(groceryList, by('mia', added, back))
      .when({ ...copy, arrivals })
      .decides(removed);
  });

  it('knows to which list an item was moved, until it comes back', () => {
    const moved = (movedTo: string): GroceryListEvent => ({
      type: 'GroceryItemRemoved',
      data: { itemId: 'milk', name: 'Milk', movedTo },
    });
    const removed: GroceryListEvent = { type: 'GroceryItemRemoved', data: { itemId: 'milk', name: 'Milk' } };
    const back = restored(...copies.slice(0, 1));
    const departuresAfter = (...events: GroceryListEvent[]) =>
      Object.fromEntries(given(groceryList, by('mia', added, ...events)).state.departures);
    expect(departuresAfter(moved('target'))).toEqual({ milk: 'target' });
    expect(departuresAfter(moved('target'), back)).toEqual({});
    expect(departuresAfter(moved('target'), added)).toEqual({});
    expect(departuresAfter(moved('target'), back, removed)).toEqual({});
    expect(departuresAfter(moved('target'), back, moved('third'))).toEqual({ milk: 'third' });
  });

  it('knows from which list an item came, until it is removed, and whether it was here before that move', () => {
    const arrivalAfter = (...events: GroceryListEvent[]) =>
      given(groceryList, by('mia', ...events)).state.arrivals.get('milk');
    const came = restored(...copies.slice(0, 1));
    const fromThird: GroceryListEvent = {
      type: 'GroceryItemsRestored',
      data: { items: copies.slice(0, 1), movedFrom: 'third' },
    };
    expect(arrivalAfter(came)).toMatchObject({ from: 'source', wasHere: false });
    expect(arrivalAfter(came, came)).toMatchObject({ from: 'source', wasHere: false });
    expect(arrivalAfter(came, fromThird)).toMatchObject({ from: 'third', wasHere: true });
    const removed: GroceryListEvent = { type: 'GroceryItemRemoved', data: { itemId: 'milk', name: 'Milk' } };
    const cleared: GroceryListEvent = { type: 'GroceryListCleared', data: { items: [] } };
    for (const gone of [removed, cleared]) {
      expect(arrivalAfter(came, gone)).toBeUndefined();
      expect(arrivalAfter(added, came, gone, came)).toMatchObject({ wasHere: false });
    }
  });

  it('needs no room for an item that is on the other list already', () => {
    const others = Array.from({ length: groceryLimits.items - 1 }, (_, n) => ({ ...other, id: `other-${n}` }));
    const full: GroceryListEvent = { type: 'GroceryItemsAdded', data: { items: others } };
    const items = copies.slice(0, 1);
    given(groceryList, by('mia', restored(...items), full))
      .when({ type: 'MoveIn', items, from: 'source', recordsPresent: true })
      .decides(restored(...items));
  });

  it('does not restore an item that is on another list now, but accepts its id again', () => {
    const moved: GroceryListEvent = {
      type: 'GroceryItemRemoved',
      data: { itemId: 'milk', name: 'Milk', movedTo: 'target' },
    };
    const back: GroceryListEvent = { type: 'GroceryItemsRestored', data: { items: copies.slice(0, 1) } };
    const removed: GroceryListEvent = { type: 'GroceryItemRemoved', data: { itemId: 'milk', name: 'Milk' } };
    const milk = { id: 'milk', name: 'Milk', amount: '2', unit: 'l' };
    const list = given(groceryList, by<GroceryListEvent>('mia', added, removed, back, moved));
    list
      .when({ type: 'AddItems', items: [milk] })
      .decides({ type: 'GroceryItemsAdded', data: { items: [{ ...milk, order: 2 }] } });
    // It was removed here before it was moved, and would be on both lists.
    list.when({ type: 'RestoreItems', itemIds: ['milk'] }).refused('NOTHING_TO_RESTORE');
  });
});
