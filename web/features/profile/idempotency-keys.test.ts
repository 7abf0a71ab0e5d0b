import { expect, test } from 'vitest';
import { createIdempotencyKeys } from './idempotency-keys.ts';

test('the same content keeps its key until it is answered; other content gets another key', () => {
  const keys = createIdempotencyKeys();
  const first = keys.keyFor('Mia');
  expect(keys.keyFor('Mia')).toBe(first);
  expect(keys.keyFor('Maria')).not.toBe(first);
});

test('the same content gets a new key once it was answered', () => {
  const keys = createIdempotencyKeys();
  const first = keys.keyFor('Mia');
  keys.markAnswered();
  expect(keys.keyFor('Mia')).not.toBe(first);
});
