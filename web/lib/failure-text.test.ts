import { expect, test } from 'vitest';
import { ApiError } from './api-client.ts';
import { failureText } from './failure-text.ts';

const refusal = (statusCode: number, code: string) => new ApiError({ statusCode, code, message: 'Said by the server' });

test.each([
  ['a refusal in words', refusal(404, 'ITEM_NOT_FOUND'), 'Said by the server'],
  ['a refusal without words', refusal(502, 'HTTP_502'), 'Failed to remove item'],
  ['no answer', refusal(0, 'UNREACHABLE'), 'Failed to remove item'],
  ['a fault of our own', new TypeError('x is undefined'), 'Failed to remove item'],
])('%s', (_, error, words) => {
  expect(failureText(error, 'Failed to remove item')).toBe(words);
});
