import { expect, test } from 'vitest';
import { ApiError } from './api-client.ts';
import { failureText } from './failure-text.ts';

const refusal = (statusCode: number, code: string) => new ApiError({ statusCode, code, message: 'Said by the server' });

test.each([
  ['an error response with a message', refusal(404, 'ITEM_NOT_FOUND'), 'Said by the server'],
  ['an error response without a message', refusal(502, 'PROXY_ERROR'), 'Failed to remove item'],
  ['no response', refusal(0, 'UNREACHABLE'), 'Failed to remove item'],
  ['an error in the client', new TypeError('x is undefined'), 'Failed to remove item'],
])('%s', (_, error, text) => {
  expect(failureText(error, 'Failed to remove item')).toBe(text);
});
