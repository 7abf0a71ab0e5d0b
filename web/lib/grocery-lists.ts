import type { AddIngredients } from '../../server/core/contracts/grocery-list.ts';
import { ApiError, api } from './api-client.ts';
import { failureText } from './failure-text.ts';
import { queryClient } from './query-client.ts';

/** The cached lists of all users are under this key. */
export const groceryLists = ['grocery-list', 'items'] as const;

export const logInToAdd = 'Please log in to add items to your grocery list';

/** From a screen that does not show the list. */
export async function addToGroceryList(
  userId: string,
  ingredients: AddIngredients['ingredients'],
  idempotencyKey: string,
): Promise<void> {
  const body: AddIngredients = { userId, ingredients };
  await api.send('POST', '/grocery-list', body, { idempotencyKey });
  queryClient.invalidateQueries({ queryKey: groceryLists }).catch(reportError);
}

/** @param unanswered said where the server was not reached */
export function addingFailure(error: unknown, unanswered: string): string {
  if (!(error instanceof ApiError) || error.unreachable) return unanswered;
  return error.statusCode === 401 ? logInToAdd : failureText(error, 'Failed to add items to grocery list');
}
