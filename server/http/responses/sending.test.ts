import Fastify from 'fastify';
import { expect, test, vi } from 'vitest';

/** A process that serves one document at one version. */
async function startProcess(json: string) {
  vi.resetModules();
  const { send304IfUnchanged, sendJson } = await import('./sending.ts');
  const app = Fastify();
  app.get('/', (request, reply) => (send304IfUnchanged(request, reply, '42') ? reply : sendJson(reply, json)));
  return (etag?: string) => app.inject({ url: '/', headers: etag === undefined ? {} : { 'if-none-match': etag } });
}

test('a document cached from one process is fetched again from another, whose log or release may differ', async () => {
  const before = await startProcess('{"title":"Soup"}');
  const after = await startProcess('{"title":"Stew"}');
  const etag = String((await before()).headers.etag);
  expect((await before(etag)).statusCode).toBe(304);
  const fetched = await after(etag);
  expect([fetched.statusCode, fetched.json()]).toEqual([200, { title: 'Stew' }]);
  expect((await after(String(fetched.headers.etag))).statusCode).toBe(304);
});
