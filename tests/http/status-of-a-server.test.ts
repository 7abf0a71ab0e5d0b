/** `npm run potluck -- projections status`, beside a server that reports what a healthy one does not. */
import { mkdtempSync, rmSync } from 'node:fs';
import { createServer } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { postsProjection } from '../../projections/definitions/posts.ts';
import { sampleHistory } from '../bench/replay/sample-history.ts';
import { seedLog } from '../bench/replay/seed-log.ts';
import { runInProcess } from '../support/run-in-process.ts';
import { serverEnvironment } from '../support/server-environment.ts';

const { name, version } = postsProjection;
const dataDir = mkdtempSync(join(tmpdir(), 'potluck-status-'));
let items: readonly object[] = [];
const server = createServer((_, response) => {
  response.setHeader('content-type', 'application/json').end(JSON.stringify({ items, rebuilds: [] }));
});
beforeAll(async () => {
  seedLog(join(dataDir, 'events.sqlite'), sampleHistory(300));
  await new Promise<void>((resolve) => server.listen(join(dataDir, 'control.sock'), resolve));
});
afterAll(async () => {
  await new Promise((resolve) => server.close(resolve));
  rmSync(dataDir, { recursive: true, force: true });
});

const lastError = { message: 'No title', position: '200' };

async function shownFor(reported: object) {
  items = [{ name, version, ...reported }];
  const { out } = await runInProcess(serverEnvironment({ DATA_DIR: dataDir }), ['--json', 'projections', 'status']);
  return out.map((line) => JSON.parse(line)).find((row) => row.name === name);
}

test('names the event that the server cannot fold, and the error', async () => {
  const { lagEvents, ...shown } = await shownFor({ state: 'failing', position: '199', lastError });
  expect(shown).toMatchObject({ state: 'failing', position: '199', failingAt: '200', error: 'No title' });
  expect(lagEvents).toBeGreaterThan(0);
});

test('names no event that the server has folded meanwhile', async () => {
  const paused = await shownFor({ state: 'paused', position: '200', lastError });
  expect(paused).toMatchObject({ state: 'paused', position: '200' });
  expect(paused).not.toHaveProperty('failingAt');
});

test('shows neither a lag nor an earlier error of a projection that is live', async () => {
  const live = await shownFor({ state: 'live', position: '250', lastError });
  expect(live).toMatchObject({ state: 'live', position: '250', lagEvents: 0, lagSeconds: 0 });
  expect(live).not.toHaveProperty('error');
});

test('does not take the position of another version of a projection', async () => {
  const shown = await shownFor({ version: version + 1, state: 'live', position: '250' });
  expect(shown).not.toHaveProperty('position');
});
