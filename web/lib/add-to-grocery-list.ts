import type { AddIngredients } from '../../server/core/contracts/grocery-list.ts';
import { ApiError, api } from './api-client.ts';
import { failureText } from './failure-text.ts';
import { queryClient } from './query-client.ts';

/** The prefix of a list's query key; the ids of its reader and its owner follow. */
export const groceryListsKey = ['grocery-list', 'items'] as const;

export const logInToAddText = 'Please log in to add items to your grocery list';

/**
 * Adds ingredients to a list from a screen that does not show it.
 * @param whose the id of the list's owner: a user or a household
 */
export async function addToGroceryList(
  whose: string,
  ingredients: AddIngredients['ingredients'],
  idempotencyKey: string,
): Promise<void> {
  const body: AddIngredients = { userId: whose, ingredients };
  await api.send('POST', '/grocery-list', body, { idempotencyKey });
  queryClient.invalidateQueries({ queryKey: groceryListsKey }).catch(reportError);
}

/** @param unreachableText the text if the server could not be reached */
export function addFailureText(error: unknown, unreachableText: string): string {
  if (!(error instanceof ApiError) || error.isUnreachable) return unreachableText;
  return error.statusCode === 401 ? logInToAddText : failureText(error, 'Failed to add items to grocery list');
}
