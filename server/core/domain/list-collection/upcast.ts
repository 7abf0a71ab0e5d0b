import type { EventVersions } from '../event-versions.ts';
import type { ListCollectionEvent } from './events.ts';

/** All event types of the stream with their upcasts; empty for version 1. */
export const listCollectionEvents: EventVersions<ListCollectionEvent> = {
  GroceryListOpened: [],
  GroceryListRenamed: [],
  GroceryListClosed: [],
  GroceryCategoriesOrdered: [],
};
