/** What `/health/ready` shows to anybody, and what only the log has. */
import Fastify, { type FastifyBaseLogger } from 'fastify';
import { pino } from 'pino';
import { expect, test } from 'vitest';
import { MemoryReadModels } from '../../projections/read-models/memory/memory-read-models.ts';
import { ReadModelUnavailable } from '../../projections/read-models/read-model-store.ts';
import type { ProjectionStatus } from '../../projections/runner/projection-status.ts';
import type { WriteFailure } from '../../server/core/event-log.ts';
import { healthRoutes } from '../../server/http/features/service/health.ts';
import { firstBuildOf } from '../../server/process/first-build.ts';
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

/** The health of parts that all work, but for those named. */
function healthOf(parts: Partial<Parts>) {
  const lines: string[] = [];
  const logger: FastifyBaseLogger = pino({ level: 'warn' }, { write: (line) => lines.push(line) });
  const app = Fastify({ loggerInstance: logger });
  const checks = readinessChecks({
    log: { head: async () => 7n, writeFailure: () => undefined },
    store: { ping: async () => {} },
    firstBuild: firstBuildOf(new MemoryReadModels(), [], 7n),
    identity: { ready: async () => {} },
    projections: () => [],
    live: () => ({ connections: 3, check: async () => {} }),
    isStarted: () => true,
    ...parts,
  });
  healthRoutes(app, checks);
  const ask = async () => {
    const { statusCode, body } = await app.inject('/health/ready');
    return { statusCode, body, parts: JSON.parse(body).parts };
  };
  return { ask, lines };
}

test('a part that fails is shown by a reason, and why is logged once', async () => {
  let away = true;
  const ping = async () => {
    if (away) throw new ReadModelUnavailable(secret);
  };
  const { ask, lines } = healthOf({ store: { ping } });
  for (let asked = 0; asked < 3; asked++) {
    const { statusCode, body, parts } = await ask();
    expect(statusCode).toBe(503);
    expect(parts[1]).toEqual({ name: 'read models', ready: false, reason: 'UNAVAILABLE' });
    expect(body).not.toContain(secret);
  }
  expect(lines).toHaveLength(1);
  expect(lines[0]).toContain(secret);
  away = false;
  expect((await ask()).statusCode).toBe(200);
  away = true;
  await ask();
  expect(lines).toHaveLength(2);
});

test('read models that another process builds are ready once each has been as far as the log was at the start', async () => {
  const store = new MemoryReadModels();
  const [posts, recipes] = [store.open({ name: 'posts', version: 2 }), store.open({ name: 'recipes', version: 1 })];
  await recipes.commit(undefined, 7n, []);
  const firstBuild = firstBuildOf(
    store,
    [
      { name: 'posts', version: 2 },
      { name: 'recipes', version: 1 },
    ],
    7n,
  );
  // Another node builds, and this one would take over.
  const { ask } = healthOf({ store, firstBuild, projections: () => [status('standby', undefined)] });
  const building = { name: 'read models', ready: false, detail: { building: ['posts'] } };
  const unbuilt = await ask();
  expect([unbuilt.statusCode, unbuilt.parts[1]]).toEqual([503, building]);
  await posts.commit(undefined, 6n, []);
  expect((await ask()).parts[1]).toEqual(building);
  await posts.commit(6n, 7n, []);
  const built = await ask();
  expect([built.statusCode, built.parts[1]]).toEqual([200, { name: 'read models', ready: true }]);

  // What is lost later is built again, while all nodes go on.
  await posts.clear(7n);
  expect((await ask()).statusCode).toBe(200);
});

test('a log that cannot be written is shown by the code of its failure, for as long as that lasts', async () => {
  let failure: WriteFailure | undefined = { code: 'DISK_FULL', reason: secret };
  const { ask, lines } = healthOf({ log: { head: async () => 7n, writeFailure: () => failure } });
  const { statusCode, body, parts } = await ask();
  expect([statusCode, parts[0]]).toEqual([503, { name: 'event log', ready: false, reason: 'DISK_FULL' }]);
  expect(body).not.toContain(secret);
  failure = undefined;
  expect((await ask()).statusCode).toBe(200);
  // The log itself says when that begins and ends.
  expect(lines).toEqual([]);
});

test('a part that does not answer says so', async () => {
  const { ask, lines } = healthOf({ log: { head: () => new Promise(() => {}), writeFailure: () => undefined } });
  expect((await ask()).parts[0]).toEqual({ name: 'event log', ready: false, reason: 'NO_ANSWER' });
  expect(lines).toEqual([]);
});

test('projections are shown by their states, and where they failed', async () => {
  const { ask } = healthOf({ projections: () => [status('paused', '12'), status('live', undefined)] });
  const { statusCode, body, parts } = await ask();
  expect(statusCode).toBe(503);
  expect(body).not.toContain(secret);
  expect(parts[3]).toMatchObject({
    ready: false,
    detail: [
      { name: 'posts', state: 'paused', position: '7', lastError: { reason: 'EVENT_NOT_FOLDED', position: '12' } },
      { name: 'posts', state: 'live', lastError: { reason: 'INTERRUPTED' } },
    ],
  });
});
