/** What an item may have in addition. `assignedTo`: the uid of the member who brings it. */
export type ItemDetails = { note?: string; assignedTo?: string; category?: string };

/**
 * The planned meal that an item was added for. `portion`: its amount in multiples of the recipe's amount; 2 is twice as much.
 */
export type PlannedPortion = { id: string; portion: number };

/** An item as it was added. Items are sorted by `order`, ascending; it is unique in the list, even after removals. */
export type ListedItem = {
  id: string;
  name: string;
  amount: string;
  unit: string;
  order: number;
  recipeId?: string;
  recipeTitle?: string;
  plannedMeal?: PlannedPortion;
} & ItemDetails;

/** A removed item that was restored, with who added, who last changed and who checked it. */
export type RestoredItem = ListedItem & { addedBy: string; addedAt: string; changedBy?: string; checkedBy?: string };

/** The id of an item, and its name at the time, so that the history can be read without folding the list. */
export type NamedItem = { itemId: string; name: string };

export type ItemText = { name: string; amount: string; unit: string };

/** `undoes`: the id of the command that the event undoes, if it does. */
type Undoing = { undoes?: string };

/** An item that its planned meal had brought before, such as on another device. `into`: the id of the item on the list. */
export type MergedItem = { itemId: string; into: string };

/** `merged`: what was to be added and is on the list. Its ids stand for the items that it became. */
export type GroceryItemsAdded = { type: 'GroceryItemsAdded'; data: { items: ListedItem[]; merged?: MergedItem[] } };
/**
 * Omitted details are unchanged; '' removes one. `from`: the values before of the text and of the changed details. Events
 * of the first releases do not have it.
 */
export type GroceryItemChanged = {
  type: 'GroceryItemChanged';
  data: { itemId: string; from?: ItemText & ItemDetails } & ItemText & ItemDetails & Undoing;
};
export type GroceryItemChecked = { type: 'GroceryItemChecked'; data: NamedItem & Undoing };
export type GroceryItemUnchecked = { type: 'GroceryItemUnchecked'; data: NamedItem & Undoing };
/**
 * `movedTo`: the id of the list to which the item was moved, if it was. `takenBack`: if its planned meal does not need it any
 * more, so that the meal may bring it again.
 */
export type GroceryItemRemoved = {
  type: 'GroceryItemRemoved';
  data: NamedItem & Undoing & { movedTo?: string; takenBack?: true };
};
export type GroceryListCleared = { type: 'GroceryListCleared'; data: { items: NamedItem[] } };
/** `movedFrom`: the id of the list from which the items were moved, if they were; their order is then a new one. */
export type GroceryItemsRestored = {
  type: 'GroceryItemsRestored';
  data: { items: RestoredItem[]; movedFrom?: string } & Undoing;
};

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
