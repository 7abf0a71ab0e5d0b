/** An item as it was added. Items are sorted by `order`, ascending; it is unique in the list, even after removals. */
export type ListedItem = {
  id: string;
  name: string;
  amount: string;
  unit: string;
  order: number;
  recipeId?: string;
  recipeTitle?: string;
};

/** A removed item that was restored, with who added, who last changed and who checked it. */
export type RestoredItem = ListedItem & { addedBy: string; addedAt: string; changedBy?: string; checkedBy?: string };

/** The id of an item, and its name at the time, so that the history can be read without folding the list. */
export type NamedItem = { itemId: string; name: string };

export type GroceryItemsAdded = { type: 'GroceryItemsAdded'; data: { items: ListedItem[] } };
export type GroceryItemChanged = {
  type: 'GroceryItemChanged';
  data: { itemId: string; name: string; amount: string; unit: string };
};
export type GroceryItemChecked = { type: 'GroceryItemChecked'; data: NamedItem };
export type GroceryItemUnchecked = { type: 'GroceryItemUnchecked'; data: NamedItem };
export type GroceryItemRemoved = { type: 'GroceryItemRemoved'; data: NamedItem };
export type GroceryListCleared = { type: 'GroceryListCleared'; data: { items: NamedItem[] } };
export type GroceryItemsRestored = { type: 'GroceryItemsRestored'; data: { items: RestoredItem[] } };

/** The events of `groceryList-{listId}`. Who did it and when is in the metadata (`actor`, `at`). */
export type GroceryListEvent =
  | GroceryItemsAdded
  | GroceryItemChanged
  | GroceryItemChecked
  | GroceryItemUnchecked
  | GroceryItemRemoved
  | GroceryListCleared
  | GroceryItemsRestored;

export const groceryListCategory = 'groceryList';
