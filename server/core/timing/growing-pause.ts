/**
 * The pause after a failed try, in ms: doubled for each of the `failures` before it, up to a cap, and shortened at random by
 * up to a half, so that many who wait do not come back as one.
 */
export const growingPause = (failures: number, firstMs: number, longestMs: number): number =>
  Math.round(Math.min(firstMs * 2 ** failures, longestMs) * (0.5 + Math.random() / 2));
