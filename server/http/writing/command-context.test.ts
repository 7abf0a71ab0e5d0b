import Fastify from 'fastify';
import { expect, it } from 'vitest';
import { contextOf } from './command-context.ts';

/** The context of a command whose route reads a body with a secret in it. */
async function contextFor(payload: object, key = 'one-key-for-all', url = '/change', method: 'PUT' | 'PATCH' = 'PUT') {
  const app = Fastify({ routerOptions: { ignoreTrailingSlash: true } });
  app.decorateRequest('user', null);
  const onRequest = (request: { user: unknown }, _reply: unknown, done: () => void) => {
    request.user = { uid: 'mia', expiresAt: Number.MAX_SAFE_INTEGER };
    done();
  };
  const schema = { body: { type: 'object' } };
  app.put('/change', { schema, onRequest, config: { secretFields: ['password'] } }, (request) => contextOf(request));
  for (const each of ['PUT', 'PATCH'])
    app.route({ method: each, url: '/bare', onRequest, handler: async (request) => contextOf(request) });
  const answer = await app.inject({ method, url, payload, headers: { 'idempotency-key': key } });
  return answer.json().request;
}

const fingerprintOf = async (...given: Parameters<typeof contextFor>) => (await contextFor(...given)).fingerprint;

it('fingerprints the content of a body, not the order of its properties', async () => {
  const one = await fingerprintOf({ name: 'Mia', tags: [{ a: 1, b: 2 }] });
  expect(await fingerprintOf({ tags: [{ b: 2, a: 1 }], name: 'Mia' })).toBe(one);
  expect(await fingerprintOf({ name: 'Mia', tags: [{ a: 1, b: 3 }] })).not.toBe(one);
  expect(await fingerprintOf({ name: 'Mia', tags: [{ a: 2, b: 1 }] })).not.toBe(one);
});

it('recognises a request that an earlier release recorded', async () => {
  const recorded = { key: 'RLEqinAJDtPS7BvzXfaiJI', fingerprint: '4ykJa6Yl1TJtUAwLsNyfnR' };
  expect(await contextFor({ name: 'Mia' })).toEqual(recorded);
  // With values of all kinds.
  const list = { ingredients: [{ name: 'Milk', amount: 2, to: null }, { checked: true }], tags: ['a', 'b'] };
  expect(await fingerprintOf(list)).toBe('ItelzIuLsVtazVNQdh3Pmz');
  // With names that other orders than that of UTF-16 code units would sort differently.
  expect(await fingerprintOf({ b: 1, A: 2, a: 3, _: 4, ä: 5 })).toBe('Fmxlm1wg_RgXgW7XtZXrTa');
});

it('records whether a request has a secret, but nothing derived from it', async () => {
  const [one, other, none] = await Promise.all([
    contextFor({ name: 'Mia', password: 'butter and salt' }),
    contextFor({ name: 'Mia', password: 'vinegar and oil' }),
    contextFor({ name: 'Mia' }),
  ]);
  expect(other.fingerprint).toBe(one.fingerprint);
  expect(other.secrets).not.toBe(one.secrets);
  expect(none.fingerprint).not.toBe(one.fingerprint);
  expect(none).not.toHaveProperty('secrets');
});

it('fingerprints equal bodies differently under different keys, so that a short text cannot be looked up', async () => {
  expect(await fingerprintOf({ name: 'Mia' }, 'first-key')).not.toBe(
    await fingerprintOf({ name: 'Mia' }, 'second-key'),
  );
});

it('ignores a trailing slash and the order of the query in an address', async () => {
  const at = (url: string) => contextFor({}, 'one-key-for-all', url);
  const one = await at('/change?week=1&day=2');
  for (const url of ['/change/?week=1&day=2', '/change?day=2&week=1']) expect(await at(url), url).toEqual(one);
  expect(await at('/change?week=2&day=1')).not.toEqual(one);
  expect(await at('/change')).not.toEqual(one);
});

it('ignores a body that the route does not read', async () => {
  expect(await fingerprintOf({ a: 1 }, 'one-key-for-all', '/bare')).toBe(
    await fingerprintOf({ b: 2 }, 'one-key-for-all', '/bare'),
  );
});

it('fingerprints the method', async () => {
  const one = await fingerprintOf({}, 'one-key-for-all', '/bare', 'PUT');
  expect(await fingerprintOf({}, 'one-key-for-all', '/bare', 'PATCH')).not.toBe(one);
});
