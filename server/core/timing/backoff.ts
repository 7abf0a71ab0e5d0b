/**
 * Exponential backoff with jitter: the pause before the next attempt, in ms. It doubles with each previous failure, up
 * to `maxMs`, and is shortened at random by up to a half, so that many clients do not retry at the same time.
 */
export const backoffMs = (failures: number, firstMs: number, maxMs: number): number =>
  Math.round(Math.min(firstMs * 2 ** failures, maxMs) * (0.5 + Math.random() / 2));
