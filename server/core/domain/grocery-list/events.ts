/** An item as it was put on the list. `order` is its place, ascending, and is never given twice. */
export type ListedItem = {
  id: string;
  name: string;
  amount: string;
  unit: string;
  order: number;
  recipeId?: string;
  recipeTitle?: string;
};

/** An item taken off the list and put back: it keeps who added and who checked it. */
export type RestoredItem = ListedItem & { addedBy: string; addedAt: string; checkedBy?: string };

/** An item by id, and its name at the time: an entry of the history can be understood without folding the list. */
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
