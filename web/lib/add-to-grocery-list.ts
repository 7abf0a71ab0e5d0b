import { ApiError } from './api-client.ts';
import { failureText } from './failure-text.ts';

/** The prefix of a list's query key; the ids of its reader and its owner follow. */
export const groceryListsKey = ['grocery-list', 'items'] as const;

export const logInToAddText = 'Please log in to add items to your grocery list';

/** @param unreachableText the text if the server could not be reached */
export function addFailureText(error: unknown, unreachableText: string): string {
  if (!(error instanceof ApiError) || error.isUnreachable) return unreachableText;
  return error.statusCode === 401 ? logInToAddText : failureText(error, 'Failed to add items to grocery list');
}
