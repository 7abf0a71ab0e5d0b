/** A grocery list of two items, for tests of its decider. */
import type { GroceryListEvent, ListedItem } from '../../server/core/domain/grocery-list/events.ts';

const milk: ListedItem = { id: 'milk', name: 'Milk', amount: '2', unit: 'l', order: 0 };
const feta: ListedItem = { id: 'feta', name: 'Feta', amount: '200', unit: 'g', order: 1 };
export const added: GroceryListEvent = { type: 'GroceryItemsAdded', data: { items: [milk, feta] } };

/** The change of the milk to these values. */
export const changed = (entry: Partial<ListedItem>): GroceryListEvent => {
  const { name, amount, unit } = { ...milk, ...entry };
  return { type: 'GroceryItemChanged', data: { itemId: 'milk', name, amount, unit } };
};
