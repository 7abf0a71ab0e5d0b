/**
 * The effect of each change on the items of a grocery list, which are sorted by `order`. The projection folds events
 * with these functions, and the browser applies its pending changes with them, so that both get the same result. A
 * change of an item that is not on the list has no effect.
 */
import type { GroceryItem, NamedUser } from './grocery-list.ts';
import { ingredientKey, missingParts } from './planned-items.ts';

type Items = readonly GroceryItem[];

/** Adds or restores items, each in its place. Items that are on the list already stay unchanged. */
export function withItems(items: Items, added: Items): Items {
  const all = [...items, ...added.filter(({ id }) => indexOf(items, id) < 0)];
  const [last, first] = [items.at(-1), all[items.length]];
  // Mostly one new item comes last, and a replay calls this for most events.
  const isSorted = all.length <= items.length + 1 && (!last || !first || last.order <= first.order);
  return isSorted ? all : all.sort((a, b) => a.order - b.order);
}

/** Adds items without what the planned meals on the list have brought before, as the server will. */
export const withPlannedItems = (items: Items, added: Items): Items =>
  withItems(
    items,
    missingParts(
      added.filter(({ id }) => indexOf(items, id) < 0),
      (item) => broughtPortions(items, item),
    ),
  );

function broughtPortions(items: Items, { plannedMeal, name, unit }: GroceryItem): number[] {
  if (!plannedMeal) return [];
  const key = ingredientKey({ name, unit });
  return items.flatMap((item) =>
    item.plannedMeal?.id === plannedMeal.id && ingredientKey(item) === key ? item.plannedMeal.portion : [],
  );
}

export const withoutItem = (items: Items, id: string): Items => {
  const index = indexOf(items, id);
  return index < 0 ? items : items.toSpliced(index, 1);
};

type EntryChanges = Partial<Pick<GroceryItem, 'name' | 'amount' | 'unit' | 'note' | 'category' | 'changedBy'>> & {
  assignedTo?: NamedUser | null;
};

/**
 * @param changes the fields that change; the others may have been changed by another device meanwhile. Empty text and
 *   null remove a detail
 */
export const withEntry = (items: Items, id: string, changes: EntryChanges): Items =>
  changeItem(items, id, (item) => {
    const { note, category, assignedTo, ...changed } = { ...item, ...changes };
    return { ...changed, ...(note && { note }), ...(category && { category }), ...(assignedTo && { assignedTo }) };
  });

export const withChecked = (items: Items, id: string, checkedBy: NamedUser): Items =>
  changeItem(items, id, (item) => ({ ...item, checked: true, checkedBy }));

export const withUnchecked = (items: Items, id: string): Items =>
  changeItem(items, id, ({ checkedBy: _, ...item }) => ({ ...item, checked: false }));

function changeItem(items: Items, id: string, change: (item: GroceryItem) => GroceryItem): Items {
  const index = indexOf(items, id);
  const item = items[index];
  return item === undefined ? items : items.with(index, change(item));
}

/** -1 if the item is not on the list. A loop is faster than `findIndex`, and a replay calls it for most events. */
function indexOf(items: Items, id: string): number {
  for (let index = 0; index < items.length; index++) if (items[index]?.id === id) return index;
  return -1;
}
