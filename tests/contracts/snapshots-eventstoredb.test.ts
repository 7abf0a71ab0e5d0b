/** Snapshots of read models in memory whose log is on EventStoreDB. */
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { allProjections } from '../../projections/definitions/all.ts';
import { MemoryReadModels } from '../../projections/read-models/memory/memory-read-models.ts';
import { startProjections } from '../../projections/runner/start-projections.ts';
import { openEventStoreDb } from '../../server/event-log/eventstoredb/open-event-store-db.ts';
import { simulatedHistory } from '../../server/simulation/simulated-history.ts';
import { makeSnapshotsHere } from '../../server/snapshots/make-snapshots-here.ts';
import { openSnapshots } from '../../server/snapshots/open-snapshots.ts';
import { contentsOf } from '../support/contents-of.ts';
import { FakeEventStoreDb } from '../support/eventstoredb-server/server.ts';
import { QuietLogger } from '../support/quiet-logger.ts';
import { seedEventStore } from '../support/seeded-event-store.ts';

const definitions = allProjections.filter(({ name }) => name === 'recipes' || name === 'profiles');

const openServer = async () => {
  const server = await FakeEventStoreDb.start();
  onTestFinished(() => server.stop());
  return server;
};

/** Starts with the usable snapshots in `folder`, and stops when it has caught up. */
async function start(server: FakeEventStoreDb, folder: string) {
  const url = server.connectionString;
  const logger = new QuietLogger();
  const log = await openEventStoreDb({ connectionString: url });
  onTestFinished(() => log.close());
  const before = server.sentEvents;
  const store = new MemoryReadModels();
  const models = definitions.map((definition) => store.open(definition));
  await openSnapshots({ log, source: { kind: 'eventstoredb', url }, folder, models, logger });
  const projections = startProjections({ log, store, definitions, logger });
  expect(await projections.waitUntilCaughtUp(20_000)).toBe(true);
  await projections.stop();
  return { received: server.sentEvents - before, contents: models.map(contentsOf), problems: logger.problems };
}

test('a start reads only the log after the snapshots, and none that are of another log', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'potluck-snapshots-'));
  onTestFinished(() => rm(folder, { recursive: true }));
  const [server, other] = [await openServer(), await openServer()];
  const history = (seed: number) => simulatedHistory({ events: 900, seed, until: new Date('2026-11-01T00:00:00Z') });
  const events = history(15);
  seedEventStore(server, events, 700);
  seedEventStore(other, history(16), 900);
  const source = { kind: 'eventstoredb', url: server.connectionString } as const;
  const projections = definitions.map(({ name }) => name);
  await makeSnapshotsHere({ source, folder, projections, priority: 'low' }, new QuietLogger());
  seedEventStore(server, events, 100);

  const started = await start(server, folder);
  const whole = await start(server, join(folder, 'none'));
  // Each projection receives the 100 events, and a start looks at the head of the log and at the checkpoints.
  expect(started.received).toBeLessThan(500);
  expect(whole.received).toBeGreaterThan(800);
  expect(started.contents).toEqual(whole.contents);
  expect([...started.problems, ...whole.problems]).toEqual([]);

  const { contents, problems } = await start(other, folder);
  expect(contents).toEqual((await start(other, join(folder, 'none'))).contents);
  expect(problems).toMatchObject(
    definitions.map(() => ({ level: 'warn', details: { reason: expect.stringContaining('another log') } })),
  );
});
