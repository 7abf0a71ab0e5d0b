import { expect, test } from 'vitest';
import { createIdempotencyKeys } from './idempotency-keys.ts';

test('returns the same key for the same content until the server responds, and another key for other content', () => {
  const keys = createIdempotencyKeys();
  const first = keys.keyFor('Mia');
  expect(keys.keyFor('Mia')).toBe(first);
  expect(keys.keyFor('Maria')).not.toBe(first);
});

test('returns a new key for the same content after a response', () => {
  const keys = createIdempotencyKeys();
  const first = keys.keyFor('Mia');
  keys.markResponded();
  expect(keys.keyFor('Mia')).not.toBe(first);
});
