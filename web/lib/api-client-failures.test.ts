/** Failures that leave open whether the server has a request: it may be sent again under its key, and is not refused. */
import { expect, test, vi } from 'vitest';
import { type ApiClientDependencies, createApiClient } from './api-client.ts';

function clientOf(dependencies: Partial<ApiClientDependencies>) {
  const fetch = vi.fn(dependencies.fetch ?? (async (_path: string, _init: RequestInit) => Response.json({})));
  const usual = { token: async () => 'token', uid: () => 'mia', pause: async () => undefined };
  return { client: createApiClient({ ...usual, ...dependencies, fetch }), fetch };
}

test('a response that is cut off is the same as none', async () => {
  const { client, fetch } = clientOf({ fetch: async () => new Response('{"items":[') });
  await expect(client.send('POST', '/grocery-list', {})).rejects.toMatchObject({ isUnreachable: true });
  const keys = fetch.mock.calls.map(([, { headers }]) => new Headers(headers).get('idempotency-key'));
  expect([keys.length, new Set(keys).size]).toEqual([3, 1]);
});

test('a request whose token cannot be renewed without a connection is not sent, and not refused', async () => {
  const { client, fetch } = clientOf({ token: () => Promise.reject(new TypeError('Failed to fetch')) });
  await expect(client.send('POST', '/grocery-list', {})).rejects.toMatchObject({ isUnreachable: true });
  expect(fetch).not.toHaveBeenCalled();
});

test('a deletion without a body is sent although the page is left, as it may have waited until then', async () => {
  const { client, fetch } = clientOf({});
  await client.send('DELETE', '/community/pie');
  await client.send('DELETE', '/grocery-list/home', { ingredientIds: ['milk'] });
  expect(fetch.mock.calls.map(([, { keepalive }]) => keepalive)).toEqual([true, undefined]);
});
