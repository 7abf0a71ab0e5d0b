import type { EventVersions } from '../event-versions.ts';
import type { GroceryListEvent } from './events.ts';

/** All types of its events, each with its upcasts: none while it is in its first version. */
export const groceryListEvents: EventVersions<GroceryListEvent> = {
  GroceryItemsAdded: [],
  GroceryItemChanged: [],
  GroceryItemChecked: [],
  GroceryItemUnchecked: [],
  GroceryItemRemoved: [],
  GroceryListCleared: [],
  GroceryItemsRestored: [],
};
