export type GroceryListOpened = { type: 'GroceryListOpened'; data: { listId: string; name: string } };
export type GroceryListRenamed = { type: 'GroceryListRenamed'; data: { listId: string; name: string } };
export type GroceryListClosed = { type: 'GroceryListClosed'; data: { listId: string } };
/** `listId`: a further list, or the main one. */
export type GroceryCategoriesOrdered = {
  type: 'GroceryCategoriesOrdered';
  data: { listId: string; categories: string[] };
};

/**
 * The events of `listCollection-{mainListId}`: the lists that an owner has in addition to the main one, which every user
 * and every household has without an event.
 */
export type ListCollectionEvent = GroceryListOpened | GroceryListRenamed | GroceryListClosed | GroceryCategoriesOrdered;

export const listCollectionCategory = 'listCollection';
