/** What `/health/ready` shows publicly, and what only the log contains. */
import Fastify, { type FastifyBaseLogger } from 'fastify';
import { pino } from 'pino';
import { expect, test } from 'vitest';
import { MemoryReadModels } from '../../projections/read-models/memory/memory-read-models.ts';
import { ReadModelUnavailable } from '../../projections/read-models/read-model-store.ts';
import type { ProjectionStatus } from '../../projections/runner/projection-status.ts';
import type { WriteFailure } from '../../server/core/event-log.ts';
import { checkedHealth, healthRoutes } from '../../server/http/features/service/health.ts';
import { trackBuilds } from '../../server/process/builds.ts';
import { readinessChecks } from '../../server/process/readiness.ts';

const secret = 'redis://10.0.0.7:6379 of recipe-42';

const status = (state: ProjectionStatus['state'], position: string | undefined): ProjectionStatus => ({
  name: 'posts',
  version: 1,
  state,
  since: new Date(0),
  position: '7',
  lagMs: 5,
  lastError: { message: secret, at: new Date(1), position },
});

type Parts = Parameters<typeof readinessChecks>[0];

/** The health of an application whose parts all work, except for the given ones. */
function healthOf(parts: Partial<Parts>) {
  const lines: string[] = [];
  const logger: FastifyBaseLogger = pino({ level: 'warn' }, { write: (line) => lines.push(line) });
  const app = Fastify({ loggerInstance: logger });
  const checks = readinessChecks({
    log: { head: async () => 7n, writeFailure: () => undefined },
    store: { ping: async () => {} },
    builds: trackBuilds(new MemoryReadModels(), [], 7n),
    identity: { ready: async () => {} },
    projections: () => [],
    live: () => ({ connections: 3, check: async () => {} }),
    isStarted: () => true,
    ...parts,
  });
  healthRoutes(app, checkedHealth(checks));
  const readHealth = async () => {
    const { statusCode, body } = await app.inject('/health/ready');
    return { statusCode, body, parts: JSON.parse(body).parts };
  };
  return { readHealth, lines };
}

test('shows a failed part with a reason, and logs the cause once', async () => {
  let isDown = true;
  const ping = async () => {
    if (isDown) throw new ReadModelUnavailable(secret);
  };
  const { readHealth, lines } = healthOf({ store: { ping } });
  for (let request = 0; request < 3; request++) {
    const { statusCode, body, parts } = await readHealth();
    expect(statusCode).toBe(503);
    expect(parts[1]).toEqual({ name: 'read models', ready: false, reason: 'UNAVAILABLE' });
    expect(body).not.toContain(secret);
  }
  expect(lines).toHaveLength(1);
  expect(lines[0]).toContain(secret);
  isDown = false;
  expect((await readHealth()).statusCode).toBe(200);
  isDown = true;
  await readHealth();
  expect(lines).toHaveLength(2);
});

test('shows read models as ready once another process has built each to the head of the log at start', async () => {
  const store = new MemoryReadModels();
  const [posts, recipes] = [store.open({ name: 'posts', version: 2 }), store.open({ name: 'recipes', version: 1 })];
  await recipes.commit(undefined, 7n, []);
  const builds = trackBuilds(
    store,
    [
      { name: 'posts', version: 2 },
      { name: 'recipes', version: 1 },
    ],
    7n,
  );
  // Another node builds the read models; this one is on standby.
  const { readHealth } = healthOf({ store, builds, projections: () => [status('standby', undefined)] });
  const building = { name: 'read models', ready: false, detail: { building: ['posts'] } };
  const unbuilt = await readHealth();
  expect([unbuilt.statusCode, unbuilt.parts[1]]).toEqual([503, building]);
  await posts.commit(undefined, 6n, []);
  expect((await readHealth()).parts[1]).toEqual(building);
  await posts.commit(6n, 7n, []);
  const built = await readHealth();
  expect([built.statusCode, built.parts[1]]).toEqual([200, { name: 'read models', ready: true }]);

  // A read model that is lost later is not served until it is built again.
  await posts.clear(7n);
  expect((await readHealth()).parts[1]).toEqual(building);
  posts.beginBuild(9n);
  await posts.commit(undefined, 8n, []);
  expect((await readHealth()).parts[1]).toEqual(building);
  await posts.commit(8n, 9n, []);
  expect((await readHealth()).statusCode).toBe(200);
});

test('is ready after a start with a paused projection', async () => {
  const store = new MemoryReadModels();
  const posts = { name: 'posts', version: 1 };
  const write = { kind: 'put', collection: 'posts', id: 'soup', value: {}, position: 5n } as const;
  await store.open(posts).commit(undefined, 5n, [write]);
  const since = '2026-11-20T12:00:00.000Z';
  await store.open(posts).markStale(5n, { since, failedEvent: undefined });
  const builds = trackBuilds(store, [posts], 7n);
  const { readHealth } = healthOf({ store, builds, projections: () => [status('paused', undefined)] });
  const { statusCode, parts } = await readHealth();
  expect([statusCode, parts[1]]).toEqual([
    200,
    { name: 'read models', ready: true, detail: { stale: [{ name: 'posts', since }] } },
  ]);
});

test('shows the error code of a log that cannot be written, until it recovers', async () => {
  let failure: WriteFailure | undefined = { code: 'DISK_FULL', reason: secret };
  const { readHealth, lines } = healthOf({ log: { head: async () => 7n, writeFailure: () => failure } });
  const { statusCode, body, parts } = await readHealth();
  expect([statusCode, parts[0]]).toEqual([503, { name: 'event log', ready: false, reason: 'DISK_FULL' }]);
  expect(body).not.toContain(secret);
  failure = undefined;
  expect((await readHealth()).statusCode).toBe(200);
  // The log itself reports the start and the end of the failure.
  expect(lines).toEqual([]);
});

test('shows a part that does not respond as NO_ANSWER', async () => {
  const { readHealth, lines } = healthOf({ log: { head: () => new Promise(() => {}), writeFailure: () => undefined } });
  expect((await readHealth()).parts[0]).toEqual({ name: 'event log', ready: false, reason: 'NO_ANSWER' });
  expect(lines).toEqual([]);
});

test('shows the state of each projection, and the position of its last error', async () => {
  const { readHealth } = healthOf({ projections: () => [status('failing', '12'), status('live', undefined)] });
  const { statusCode, body, parts } = await readHealth();
  expect(statusCode).toBe(503);
  expect(body).not.toContain(secret);
  expect(parts[3]).toMatchObject({
    ready: false,
    detail: [
      { name: 'posts', state: 'failing', position: '7', lastError: { reason: 'EVENT_NOT_FOLDED', position: '12' } },
      { name: 'posts', state: 'live', lastError: { reason: 'INTERRUPTED' } },
    ],
  });
});
