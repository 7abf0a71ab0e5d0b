import Fastify from 'fastify';
import { expect, test } from 'vitest';
import { localProjectionRoutes } from './local-routes.ts';

test.each([
  ['the event that it cannot fold', '199', '200'],
  ['no event that it has folded since', '200', undefined],
])('a projection skips %s', async (_, position, failingAt) => {
  const commands: object[] = [];
  const unused = () => Promise.reject(new Error('Not used here'));
  const app = Fastify();
  const since = new Date(0);
  const lastError = { message: 'No title', at: since, position: '200' };
  localProjectionRoutes(app, {
    commands: {
      ...{ read: unused, assertNotRefused: unused, underKey: unused },
      ...{ at: () => ({ read: unused }), forgetStreams: () => undefined },
      handle: (_aggregate, _id, command) => {
        commands.push(Object(command));
        return unused();
      },
    },
    projections: () => [{ name: 'posts', version: 1, state: 'catching-up', since, position, lagMs: 0, lastError }],
    rebuilds: () => [],
  });
  const payload = { type: 'SkipEvent', version: 1, position: '200', why: 'A faulty import' };
  await app.inject({ method: 'POST', url: '/projections/posts/decisions', payload });
  expect(commands).toEqual([{ ...payload, failingAt }]);
});
