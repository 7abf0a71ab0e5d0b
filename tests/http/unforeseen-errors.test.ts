/** Unexpected errors: the response reveals nothing of them, and the log contains them. */
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pino } from 'pino';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type EmbeddedApp, openEmbeddedApp } from '../support/embedded-app.ts';
import { knownUsers } from '../support/known-users.ts';

const cause = 'the cupboard is open';
const fail = (): never => {
  throw new Error(cause);
};
const [mia, broken] = ['Bearer token-mia', 'Bearer token-of-a-broken-service'];

describe('an unexpected error', () => {
  const lines: string[] = [];
  let folder: string;
  let opened: EmbeddedApp;
  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), 'potluck-unforeseen-'));
    const users = knownUsers('mia');
    opened = await openEmbeddedApp(folder, [], {
      identity: { ...users, verify: async (token) => (broken.endsWith(token) ? fail() : users.verify(token)) },
      wrapCommandLog: (log) => ({ ...log, readStream: fail }),
      logger: pino({ level: 'warn' }, { write: (line) => lines.push(line) }),
    });
    opened.app.addHook('preHandler', async ({ url }) => (url === '/api/nowhere' ? fail() : undefined));
  });
  afterAll(async () => {
    await opened.close();
    await rm(folder, { recursive: true });
  });

  it.each([
    ['a hook', { method: 'GET', url: '/api/recipes', headers: { authorization: broken } }],
    [
      'a route',
      { method: 'DELETE', url: '/api/recipes/0196f000-0000-7000-8000-000000000000', headers: { authorization: mia } },
    ],
    ['a hook of an unknown route', { method: 'GET', url: '/api/nowhere' }],
  ] as const)('in %s is only in the log, with the id of the request', async (_, request) => {
    lines.length = 0;
    const response = await opened.app.inject(request);
    expect(response.statusCode).toBe(500);
    expect(response.body).not.toContain(cause);
    expect(lines.map((line) => JSON.parse(line))).toEqual([
      expect.objectContaining({
        level: 50,
        msg: 'request failed',
        requestId: expect.stringMatching(/-\d+$/),
        err: expect.objectContaining({ message: cause, stack: expect.any(String) }),
      }),
    ]);
    expect(lines.join('')).not.toContain('token-');
  });
});
