import { expect } from 'vitest';
import { newId } from '../../server/commands/ids.ts';
import type { GroceryList } from '../../server/core/contracts/grocery-list.ts';
import type { GroceryLists } from '../../server/core/contracts/grocery-lists.ts';
import type { Household, IssuedInvitation } from '../../server/core/contracts/households.ts';
import type { TestApp } from './test-app.ts';

export const withKey = () => ({ 'idempotency-key': newId() });

/**
 * Calls of members for their items and those of their households.
 * @param app returns the application, once it is open
 */
export function itemsOfMembers(app: () => TestApp) {
  const add = async (as: string, whose: string, ...names: string[]): Promise<void> => {
    const ingredients = names.map((name) => ({ name }));
    const response = await app().as(as).post('/api/grocery-list', { userId: whose, ingredients });
    expect(response.statusCode).toBe(201);
  };
  const items = async (as: string, whose = as) =>
    (await app().as(as).get(`/api/grocery-list/${whose}`)).json<GroceryList>().items;
  const names = async (as: string, whose = as) => (await items(as, whose)).map(({ name }) => name);
  const check = async (as: string, whose: string, name: string): Promise<void> => {
    const item = (await items(as, whose)).find((each) => each.name === name);
    const response = await app().as(as).patch(`/api/grocery-list/${whose}/${item?.id}`, { checked: true });
    expect(response.statusCode).toBe(200);
  };
  const found = async (as: string, name = 'Home') => {
    const { id } = (await app().as(as).post('/api/households', { name })).json<Household>();
    const issued = await app().as(as).post(`/api/households/${id}/invitations`, { uses: 9 });
    return { id, code: issued.json<IssuedInvitation>().code };
  };
  const join = (as: string, body: object, headers = withKey()) =>
    app().as(as).post('/api/households/join', body, headers);
  const further = async (as: string) =>
    (await app().as(as).get(`/api/grocery-list/${as}/lists`)).json<GroceryLists>().items.slice(1);
  return { add, items, names, check, found, join, further };
}
