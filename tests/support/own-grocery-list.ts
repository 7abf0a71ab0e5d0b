import { expect } from 'vitest';
import type { AddedItems, GroceryItem, GroceryList } from '../../server/core/contracts/grocery-list.ts';
import type { TestApp } from './test-app.ts';

/**
 * Calls of a user for their own grocery list.
 * @param app returns the application, once it is open
 */
export const ownGroceryList = (app: () => TestApp) => ({
  add: async (as: string, ...ingredients: object[]): Promise<GroceryItem[]> => {
    const response = await app().as(as).post('/api/grocery-list', { userId: as, ingredients });
    expect(response.statusCode).toBe(201);
    return response.json<AddedItems>().items;
  },
  list: async (as: string): Promise<GroceryList> => (await app().as(as).get(`/api/grocery-list/${as}`)).json(),
});
