import { ApiError } from './api-client.ts';

/** What the server said about a failure; where it said nothing, the words given here. */
export const failureText = (error: unknown, otherwise: string): string =>
  error instanceof ApiError && !error.unreachable && !error.code.startsWith('HTTP_') ? error.message : otherwise;
