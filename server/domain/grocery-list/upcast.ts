import type { EventVersions } from '../event-versions.ts';
import type { GroceryListEvent } from './events.ts';

/** How the older versions of each are read. */
export const groceryListEvents: EventVersions<GroceryListEvent> = {
  GroceryItemsAdded: [],
  GroceryItemChanged: [],
  GroceryItemChecked: [],
  GroceryItemUnchecked: [],
  GroceryItemRemoved: [],
  GroceryListCleared: [],
  GroceryItemsRestored: [],
};
