import type { EventVersions } from '../event-versions.ts';
import type { GroceryListEvent } from './events.ts';

/** All event types of the stream with their upcasts; empty for version 1. */
export const groceryListEvents: EventVersions<GroceryListEvent> = {
  GroceryItemsAdded: [],
  GroceryItemChanged: [],
  GroceryItemChecked: [],
  GroceryItemUnchecked: [],
  GroceryItemRemoved: [],
  GroceryListCleared: [],
  GroceryItemsRestored: [],
};
