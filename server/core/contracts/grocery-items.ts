/**
 * What each change does to the items of a grocery list, which are in their order. The projection folds events with these
 * functions, and the browser lays its pending changes over the list with them: both come to the same. An id that is not
 * on the list changes nothing.
 */
import type { GroceryItem, NamedUser } from './grocery-list.ts';

type Items = readonly GroceryItem[];

/** Adds items, or puts them back, each in its place; those that are there already stay as they are. */
export const withItems = (items: Items, added: Items): Items =>
  [...items, ...added.filter(({ id }) => placeOf(items, id) < 0)].sort((a, b) => a.order - b.order);

export const withoutItem = (items: Items, id: string): Items => {
  const place = placeOf(items, id);
  return place < 0 ? items : items.toSpliced(place, 1);
};

export const withEntry = (items: Items, id: string, entry: Pick<GroceryItem, 'name' | 'amount' | 'unit'>): Items =>
  changed(items, id, (item) => ({ ...item, ...entry }));

export const checkedOff = (items: Items, id: string, checkedBy: NamedUser): Items =>
  changed(items, id, (item) => ({ ...item, checked: true, checkedBy }));

export const unchecked = (items: Items, id: string): Items =>
  changed(items, id, ({ checkedBy: _, ...item }) => ({ ...item, checked: false }));

function changed(items: Items, id: string, change: (item: GroceryItem) => GroceryItem): Items {
  const place = placeOf(items, id);
  const item = items[place];
  return item === undefined ? items : items.with(place, change(item));
}

/** A loop, because a replay calls it for most events of a list; -1 where it is not. */
function placeOf(items: Items, id: string): number {
  for (let place = 0; place < items.length; place++) if (items[place]?.id === id) return place;
  return -1;
}
