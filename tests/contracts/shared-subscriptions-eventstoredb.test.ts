/** A process has few subscriptions on EventStoreDB, however many followers it has. */
import { expect, onTestFinished, test } from 'vitest';
import { allProjections } from '../../projections/definitions/all.ts';
import { MemoryReadModels } from '../../projections/read-models/memory/memory-read-models.ts';
import { startProjections } from '../../projections/runner/start-projections.ts';
import type { EventLog } from '../../server/core/event-log.ts';
import { openEventStoreDb } from '../../server/event-log/eventstoredb/open-event-store-db.ts';
import { simulatedHistory } from '../../server/simulation/simulated-history.ts';
import { FakeEventStoreDb } from '../support/eventstoredb-server/server.ts';
import { QuietLogger } from '../support/quiet-logger.ts';
import { seedEventStore } from '../support/seeded-event-store.ts';
import { until } from '../support/until.ts';

const events = 1_500;

async function openSeeded(): Promise<{ server: FakeEventStoreDb; log: EventLog }> {
  const server = await FakeEventStoreDb.start();
  seedEventStore(server, simulatedHistory({ events, seed: 15, until: new Date('2026-11-01T00:00:00.000Z') }), events);
  const log = await openEventStoreDb({ connectionString: server.connectionString });
  onTestFinished(async () => {
    await log.close();
    server.stop();
  });
  return { server, log };
}

function project(log: EventLog) {
  const started = startProjections({
    ...{ log, store: new MemoryReadModels(), definitions: allProjections, logger: new QuietLogger() },
  });
  onTestFinished(() => started.stop());
  return started;
}

test('all projections catch up with one subscription, and share it with a later follower', async () => {
  const { server, log } = await openSeeded();
  expect(await project(log).waitUntilCaughtUp(20_000)).toBe(true);
  const stop = new AbortController();
  let followed = 0;
  const follower = (async () => {
    for await (const batch of log.subscribe({ signal: stop.signal })) followed += batch.events.length;
  })();
  await until(() => followed >= events && server.openSubscriptions === 1);
  expect(server.calls.subscriptions).toBeLessThanOrEqual(2);
  stop.abort();
  await follower;
});

test('followers that take nothing, each at its own place, delay no projection', async () => {
  const { server, log } = await openSeeded();
  const stop = new AbortController();
  const places: bigint[] = [];
  for await (const { position } of log.readAll({ limit: 40 })) places.push(position);
  const { promise: held, resolve: release } = Promise.withResolvers<void>();
  const followers = places.map(async (after) => {
    for await (const _ of log.subscribe({ after, signal: stop.signal })) await held;
  });
  await until(() => server.openSubscriptions > 0);
  expect(await project(log).waitUntilCaughtUp(20_000)).toBe(true);
  expect(server.openSubscriptions).toBeLessThanOrEqual(16);
  stop.abort();
  release();
  await Promise.all(followers);
});
