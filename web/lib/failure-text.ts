import { ApiError } from './api-client.ts';

/** The text for a failure, and the field if it is about one. */
export interface Explanation {
  text: string;
  field?: string | undefined;
}

/** Explains a failure with the server's message. @param fallback the text when the server gives none */
export const explainFailure =
  (fallback: string) =>
  (error: unknown): Explanation => ({
    text: failureText(error, fallback),
    field: error instanceof ApiError ? error.field : undefined,
  });

/** The server's message for a failure or, without one, `fallback`. */
export const failureText = (error: unknown, fallback: string): string =>
  error instanceof ApiError && !error.isUnreachable && !error.isFromProxy ? error.message : fallback;
