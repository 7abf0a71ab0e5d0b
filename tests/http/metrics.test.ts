/** The metrics of a server, as Prometheus reads them. */
import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { io } from 'socket.io-client';
import { expect, inject, onTestFinished, test } from 'vitest';
import { startBareServer } from '../support/bare-server.ts';
import { freePort } from '../support/free-port.ts';
import { sampleValue, scrape } from '../support/metrics.ts';
import { withoutAccounts } from '../support/no-accounts.ts';
import { startInProcess } from '../support/server-in-process.ts';
import { isReady, startTimeoutMs } from '../support/server-processes.ts';
import { signUp } from '../support/sign-up.ts';
import { until } from '../support/until.ts';

test('measures requests by route, appends, projections, sockets and the process', async () => {
  const port = await freePort();
  const address = await startBareServer({
    METRICS_PORT: String(port),
    SEED_SAMPLES: 'false',
    FIREBASE_AUTH_EMULATOR_HOST: inject('accountsHost'),
  });
  const metrics = `http://127.0.0.1:${port}/metrics`;
  await until(() => isReady(address), startTimeoutMs);
  const { idToken, localId } = await signUp(address);
  const call = (method: string, path: string, body?: object) =>
    fetch(`${address}${path}`, {
      method,
      headers: { authorization: `Bearer ${idToken}`, ...(body && { 'content-type': 'application/json' }) },
      ...(body && { body: JSON.stringify(body) }),
    });
  const ingredients = [{ name: 'Secret truffle', amount: '1', unit: 'kg' }];
  await call('POST', '/api/grocery-list', { userId: localId, ingredients });
  await call('POST', '/api/grocery-list', { userId: localId, ingredients });
  await call('GET', `/api/grocery-list/${localId}`);
  await call('GET', '/api/recipes/search?q=hush');
  for (const path of ['/nowhere', '/api/posts/x/y/z', '/api/none']) await call('DELETE', path);
  const socket = io(address, { auth: { token: idToken }, path: '/socket.io', transports: ['websocket'] });
  await until(() => socket.connected);

  await until(async () => (sampleValue(await scrape(metrics), 'potluck_live_rooms') ?? 0) > 0);
  const samples = await scrape(metrics);
  const value = (name: string, labels?: Record<string, string>) => sampleValue(samples, name, labels);
  const requests = 'potluck_http_request_duration_seconds';
  const added = { method: 'POST', route: '/api/grocery-list', status: '201' };
  expect(value(`${requests}_count`, added)).toBe(2);
  expect(value(`${requests}_bucket`, { ...added, le: '+Inf' })).toBe(2);
  expect(value(`${requests}_count`, { route: '/api/grocery-list/:whose' })).toBe(1);
  expect(value(`${requests}_count`, { method: 'DELETE', status: '404' })).toBe(3);
  expect(value('potluck_append_duration_seconds_count', { outcome: 'recorded' })).toBeGreaterThanOrEqual(2);
  expect(value('potluck_append_events_sum')).toBeGreaterThanOrEqual(2);
  expect(value('potluck_append_conflicts_total')).toBe(0);
  expect(value('potluck_projection_events_total', { projection: 'grocery-list' })).toBeGreaterThanOrEqual(2);
  expect(value('potluck_projection_lag_seconds', { projection: 'grocery-list' })).toBe(0);
  expect(value('potluck_projection_state', { projection: 'grocery-list', state: 'live' })).toBe(1);
  expect(value('potluck_part_ready', { part: 'event log' })).toBe(1);
  expect(value('potluck_live_sockets')).toBe(1);
  for (const name of ['nodejs_eventloop_lag_p99_seconds', 'process_resident_memory_bytes', 'process_cpu_seconds_total'])
    expect(value(name), name).toBeGreaterThan(0);
  // Neither ids nor what users write.
  const labels = JSON.stringify(samples.map((sample) => sample.labels));
  for (const secret of [localId, 'hush', 'truffle', 'nowhere']) expect(labels).not.toContain(secret);
  expect((await fetch(`http://127.0.0.1:${port}/`)).status).toBe(404);
  expect((await fetch(`${address}/metrics`)).headers.get('content-type')).not.toContain('version=0.0.4');
  socket.disconnect();
});

test('does not start when the port of the metrics is in use', { tags: 'extended' }, async () => {
  const other = createServer().listen(0, '127.0.0.1');
  await once(other, 'listening');
  const address = other.address();
  const port = typeof address === 'object' && address !== null ? address.port : 0;
  const folder = mkdtempSync(join(tmpdir(), 'potluck-metrics-'));
  onTestFinished(() => rmSync(folder, { recursive: true }));
  const server = startInProcess({ ...(await withoutAccounts()), DATA_DIR: folder, METRICS_PORT: String(port) });
  const code = await server.exit;
  other.close();
  expect(code).toBe(1);
  expect(server.stderr()).toBe(
    `Potluck cannot start. METRICS_PORT: ${port} is in use; stop the program that has it, or set another one (0: any free one)\n`,
  );
});
