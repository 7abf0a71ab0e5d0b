/** The log of requests: only at level debug, and without private data. */
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pino } from 'pino';
import { afterEach, expect, test } from 'vitest';
import { openObservation } from '../../server/open-observation.ts';
import { type EmbeddedApp, openEmbeddedApp } from '../support/embedded-app.ts';

let folder: string;
let opened: EmbeddedApp;
afterEach(async () => {
  await opened.close();
  await rm(folder, { recursive: true });
});

/** The lines that an application with this level logs for some requests. */
async function loggedAt(level: 'info' | 'debug'): Promise<string[]> {
  folder = await mkdtemp(join(tmpdir(), 'potluck-requests-'));
  const lines: string[] = [];
  const logger = pino({ level }, { write: (line) => lines.push(line) });
  const { observer } = await openObservation({ metrics: undefined, tracing: undefined, logLevel: level }, logger);
  opened = await openEmbeddedApp(folder, ['mia'], { logger, ...(observer && { observer }) });
  lines.length = 0;
  const authorization = 'Bearer token-mia';
  await opened.app.inject({ url: '/api/recipes/search?q=hush', headers: { authorization } });
  await opened.app.inject({ url: '/api/grocery-list/mia', headers: { authorization } });
  await opened.app.inject({ url: '/api/grocery-list/mia' });
  await opened.app.inject({ url: '/api/nowhere/mia' });
  return lines;
}

test('logs the route, status and duration of each request at level debug, but no private data', async () => {
  const lines = await loggedAt('debug');
  const requestId = expect.stringMatching(/-\d+$/);
  const logged = { level: 20, msg: 'Sent a response', requestId, method: 'GET', ms: expect.any(Number) };
  expect(lines.map((line) => JSON.parse(line))).toMatchObject([
    { ...logged, route: '/api/recipes/search', status: 200 },
    { ...logged, route: '/api/grocery-list/:whose', status: 200 },
    { ...logged, route: '/api/grocery-list/:whose', status: 401 },
    { ...logged, status: 404 },
  ]);
  expect(lines.join('')).not.toMatch(/hush|mia|token/);
});

test('logs no requests at level info', async () => {
  expect(await loggedAt('info')).toEqual([]);
});
