import { ApiError } from './api-client.ts';

/** What to say about a failure, and of which field where it is about one. */
export interface Explanation {
  text: string;
  field?: string | undefined;
}

/** As the server explains it. @param otherwise said where it gives no words of its own */
export const asServerSays =
  (otherwise: string) =>
  (error: unknown): Explanation => ({
    text: failureText(error, otherwise),
    field: error instanceof ApiError ? error.field : undefined,
  });

/** What the server said about a failure; where it said nothing, the words given here. */
export const failureText = (error: unknown, otherwise: string): string =>
  error instanceof ApiError && !error.unreachable && !error.code.startsWith('HTTP_') ? error.message : otherwise;
