import { isDeepStrictEqual } from 'node:util';
import { expect } from 'vitest';

/** `expect(actual).toEqual(expected)` for thousands of events: it takes much longer than Node's comparison if they are equal. */
export function expectEqual(actual: unknown, expected: unknown): void {
  if (!isDeepStrictEqual(actual, expected)) expect(actual).toEqual(expected);
}
