/** To all who have no role, the calls of operators and moderators are addresses that do not exist. */
import type { HTTPMethods } from 'fastify';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { openTestApp, type TestApp } from '../support/test-app.ts';

let app: TestApp;
let calls: { method: HTTPMethods; url: string }[];
beforeAll(async () => {
  app = await openTestApp('mia', 'kim', 'eve');
  const { paths } = (await app.inject({ url: '/api/openapi.json' })).json<{
    paths: Record<string, Record<string, { tags: string[] }>>;
  }>();
  calls = Object.entries(paths).flatMap(([path, methods]) =>
    Object.entries(methods)
      .filter(([, { tags }]) => tags.includes('Operators') || tags.includes('Moderators'))
      .map(([method]) => ({ method: method.toUpperCase() as HTTPMethods, url: path.replaceAll(/\{\w+\}/g, '1') })),
  );
  expect(calls.map(({ url }) => url)).toContain('/api/audit/events');
  expect(calls.map(({ url }) => url)).toContain('/api/moderation/cases');
  expect(calls.length).toBeGreaterThan(8);
});
afterAll(() => app.close());

const senders = { 'a user': 'Bearer token-mia', 'a visitor': undefined, 'an invalid token': 'Bearer token-of-nobody' };
for (const [sender, authorization] of Object.entries(senders)) {
  it(`with ${sender}, each responds as an unknown address`, async () => {
    const responseTo = async (method: HTTPMethods, url: string, payload?: string) => {
      const headers = {
        ...(authorization && { authorization }),
        ...(payload && { 'content-type': 'application/json' }),
      };
      const response = await app.inject({ method, url, headers, ...(payload && { payload }) });
      const { date, ...rest } = response.headers;
      return { status: response.statusCode, headers: rest, body: response.body.replace(/api[^"]*/, 'address') };
    };
    for (const { method, url } of calls) {
      for (const payload of method === 'GET' ? [undefined] : [undefined, '{}', '{"broken']) {
        for (const query of ['', '?why=']) {
          // As long, because the response repeats it.
          const unknown = await responseTo(method, `/api/un${url.slice('/api/un'.length)}${query}`, payload);
          expect(unknown.status).toBe(404);
          expect(await responseTo(method, url + query, payload), `${method} ${url}`).toEqual(unknown);
        }
      }
    }
  });

  it(`with ${sender}, none has an effect`, async () => {
    const head = await app.head();
    const headers = { ...(authorization && { authorization }) };
    for (const [method, url, payload] of [
      ['PUT', '/api/staff/mia/roles/operator'],
      ['POST', '/api/staff', { email: 'mia@example.org', role: 'operator' }],
      ['POST', '/api/audit/projections/posts/pause'],
      ['POST', '/api/audit/projections/posts/rebuild'],
    ] as const) {
      const { statusCode } = await app.inject({ method, url, headers, ...(payload && { payload }) });
      expect(statusCode).toBe(404);
    }
    expect(await app.head()).toBe(head);
  });
}

it('a revoked role ends at once, and no role, membership or record of accesses can be held back by a pause', async () => {
  for (const uid of ['kim', 'eve']) await app.makeOperator(uid);
  for (const projection of ['staff', 'accesses', 'households']) {
    const paused = await app.as('kim').post(`/api/audit/projections/${projection}/pause`);
    expect(paused.json()).toMatchObject({ statusCode: 409, code: 'NEVER_PAUSED' });
  }
  expect((await app.as('kim').get('/api/audit/projections')).statusCode).toBe(200);
  await app.as('eve').delete('/api/staff/kim/roles/operator');
  expect((await app.as('kim').get('/api/audit/projections')).statusCode).toBe(404);
});
