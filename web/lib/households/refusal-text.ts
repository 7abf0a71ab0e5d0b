import { ApiError } from '../api-client.ts';
import { failureText } from '../failure-text.ts';

/** Why a change of a list or a plan was not saved. @param otherwise if the server gives no reason */
export const refusalText = (error: unknown, otherwise: string): string =>
  error instanceof ApiError && error.code === 'FORBIDDEN'
    ? 'You are no longer a member of this household.'
    : failureText(error, otherwise);
