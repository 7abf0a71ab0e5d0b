/** Each request in the log, for whoever looks for one: only at the level debug, and without what is private. */
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pino } from 'pino';
import { afterEach, expect, test } from 'vitest';
import { type EmbeddedApp, openEmbeddedApp } from '../support/embedded-app.ts';

let folder: string;
let opened: EmbeddedApp;
afterEach(async () => {
  await opened.close();
  await rm(folder, { recursive: true });
});

/** What an application of this level logs while it answers. */
async function loggedAt(level: 'info' | 'debug'): Promise<string[]> {
  folder = await mkdtemp(join(tmpdir(), 'potluck-requests-'));
  const lines: string[] = [];
  opened = await openEmbeddedApp(folder, ['mia'], { logger: pino({ level }, { write: (line) => lines.push(line) }) });
  lines.length = 0;
  const authorization = 'Bearer token-mia';
  await opened.app.inject({ url: '/api/recipes/search?q=hush', headers: { authorization } });
  await opened.app.inject({ url: '/api/grocery-list/mia', headers: { authorization } });
  await opened.app.inject({ url: '/api/grocery-list/mia' });
  await opened.app.inject({ url: '/api/nowhere/mia' });
  return lines;
}

test('at the level debug each request is told with its route, its answer and its time, and nothing of who and what', async () => {
  const lines = await loggedAt('debug');
  const requestId = expect.stringMatching(/-\d+$/);
  const told = { level: 20, msg: 'A request is answered', requestId, method: 'GET', ms: expect.any(Number) };
  expect(lines.map((line) => JSON.parse(line))).toMatchObject([
    { ...told, route: '/api/recipes/search', status: 200 },
    { ...told, route: '/api/grocery-list/:userId', status: 200 },
    { ...told, route: '/api/grocery-list/:userId', status: 401 },
    { ...told, status: 404 },
  ]);
  expect(lines.join('')).not.toMatch(/hush|mia|token/);
});

test('at the level info none is told', async () => {
  expect(await loggedAt('info')).toEqual([]);
});
