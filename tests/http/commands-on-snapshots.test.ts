/** `npm run potluck -- projections status` and `audit verify` on EventStoreDB with the read models in memory, without a server. */
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { allProjections } from '../../projections/definitions/all.ts';
import { silentLogger } from '../../server/core/logger.ts';
import { simulatedHistory } from '../../server/simulation/simulated-history.ts';
import { makeSnapshotsHere } from '../../server/snapshots/make-snapshots-here.ts';
import { FakeEventStoreDb } from '../support/eventstoredb-server/server.ts';
import { runInProcess } from '../support/run-in-process.ts';
import { seedEventStore } from '../support/seeded-event-store.ts';

const projections = allProjections.map(({ name }) => name);
const history = simulatedHistory({ events: 1_000, seed: 15, until: new Date('2026-11-01T00:00:00Z') });
let eventStore: FakeEventStoreDb;
let folder: string;
beforeAll(async () => {
  eventStore = await FakeEventStoreDb.start();
  folder = await mkdtemp(join(tmpdir(), 'potluck-snapshots-'));
});
afterAll(async () => {
  eventStore.stop();
  await rm(folder, { recursive: true });
});
const run = (of: FakeEventStoreDb, ...args: readonly string[]) =>
  runInProcess({ DATA_DIR: folder, EVENTSTORE_URL: of.connectionString }, args);
const rowsOf = async (of: FakeEventStoreDb, ...args: readonly string[]) => {
  const { code, err, out } = await run(of, '--json', ...args);
  return { code, err, rows: out.map((line) => JSON.parse(line)) };
};

test('says without snapshots that a start reads the log', async () => {
  seedEventStore(eventStore, history, 800);
  const { code, out } = await run(eventStore, 'audit', 'verify');
  expect([code, out[1]]).toEqual([0, expect.stringMatching(/^No snapshot yet, so a start builds .*: posts, /)]);
  const { rows } = await rowsOf(eventStore, 'projections', 'status');
  expect(rows[0]).toMatchObject({ name: 'posts', state: 'empty' });
});

test('shows and verifies the snapshots that the next start continues from', async () => {
  const source = { kind: 'eventstoredb', url: eventStore.connectionString } as const;
  await makeSnapshotsHere({ source, folder: join(folder, 'snapshots'), projections, priority: 'low' }, silentLogger);
  const position = String(eventStore.log.events.at(-1)?.position);
  seedEventStore(eventStore, history, 200);

  const { err, out } = await run(eventStore, 'projections', 'status');
  expect([err, out[0]]).toEqual([
    [],
    `No server runs on this machine: from the snapshots in ${folder}, which the next start continues from`,
  ]);
  const status = await rowsOf(eventStore, 'projections', 'status');
  expect(status.rows.map((row) => row.position)).toEqual(projections.map(() => position));
  expect(status.rows[0]).toMatchObject({ state: 'behind', lagEvents: expect.toSatisfy((n) => n > 0 && n < 200) });

  const verified = await rowsOf(eventStore, 'audit', 'verify');
  expect([verified.code, verified.err]).toEqual([0, []]);
  const [posts] = verified.rows;
  expect(posts).toMatchObject({ kind: 'verified', in: 'snapshot', position, differences: 0 });
  expect(posts.compared).toBeGreaterThan(0);
});

test('tells snapshots of another log from those of this one', async () => {
  const other = await FakeEventStoreDb.start();
  seedEventStore(other, simulatedHistory({ events: 900, seed: 16, until: new Date('2026-11-01T00:00:00Z') }), 900);
  const status = await rowsOf(other, 'projections', 'status');
  const verified = await run(other, 'audit', 'verify', '--projection', 'posts');
  other.stop();
  expect(status.rows.map((row) => row.state)).toEqual(projections.map(() => 'other-log'));
  expect(verified).toMatchObject({ code: 0, err: [] });
  expect(verified.out).toContain('Of another log, so a start builds them from this one: posts');
});
