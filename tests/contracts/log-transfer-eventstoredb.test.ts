/** Moving and importing a log between SQLite and EventStoreDB (the in-memory server). */
import { join } from 'node:path';
import { expect, onTestFinished, test, vi } from 'vitest';
import type { EventLog } from '../../server/core/event-log.ts';
import { openEventStoreDb } from '../../server/event-log/eventstoredb/open-event-store-db.ts';
import { importLog } from '../../server/log-transfer/import-log.ts';
import { LogsDiffer, moveLog } from '../../server/log-transfer/move-log.ts';
import { FakeEventStoreDb } from '../support/eventstoredb-server/server.ts';
import { expectEqual } from '../support/expect-equal.ts';
import {
  appendTo,
  delegating,
  eventsOf,
  exportTo,
  neverAborted,
  openLogIn,
  sampleEvent,
  temporaryFolder,
  withoutPositions,
} from '../support/log-copies.ts';

// Client and server share this process.
vi.setConfig({ testTimeout: 120_000 });

async function openServer(): Promise<{ server: FakeEventStoreDb; log: EventLog }> {
  const server = await FakeEventStoreDb.start();
  const timing = { callMs: 20_000, openMs: 20_000 };
  const log = await openEventStoreDb({ connectionString: server.connectionString, timing });
  onTestFinished(async () => {
    await log.close();
    server.stop();
  });
  return { server, log };
}

async function openSampleLog(folder: string): Promise<EventLog> {
  const log = await openLogIn(folder, 'source.db');
  await log.append('edge', [sampleEvent({ text: 'a\ud83cb\u2028 Crème', n: 5e-324, marked: true })], 'no_stream');
  // More than one append takes.
  await log.append(
    'long',
    Array.from({ length: 600 }, (_, n) => sampleEvent({ n })),
    'no_stream',
  );
  await appendTo(
    log,
    Array.from({ length: 60 }, (_, n) => `stream-${n % 11}`),
  );
  return log;
}

const toServer = (log: EventLog) => ({ log, kind: 'eventstoredb' }) as const;
const toFile = (log: EventLog) => ({ log, kind: 'sqlite' }) as const;

test('moves a log to EventStoreDB and back: the same events in the same order', async () => {
  const folder = temporaryFolder();
  const source = await openSampleLog(folder);
  const { server, log } = await openServer();
  const moved = await moveLog({ source, target: toServer(log), signal: neverAborted });
  expect(moved).toMatchObject({ count: 661, found: 0 });
  const original = await eventsOf(source);
  expectEqual(withoutPositions(await eventsOf(log)), withoutPositions(original));
  // Events of one stream that follow one another share an append.
  expect(server.calls.appends).toBe(63);

  const back = await openLogIn(folder, 'back.db');
  expect(await moveLog({ source: log, target: toFile(back), signal: neverAborted })).toEqual(moved);
  expectEqual(await eventsOf(back), original);
});

test('a move that is repeated moves only the rest', async () => {
  const source = await openSampleLog(temporaryFolder());
  const { server, log } = await openServer();
  await moveLog({ source, target: toServer(log), signal: neverAborted });
  const { appends } = server.calls;
  await appendTo(source, ['new', 'edge']);
  expect(await moveLog({ source, target: toServer(log), signal: neverAborted })).toMatchObject({
    count: 663,
    found: 661,
  });
  expect(server.calls.appends).toBe(appends + 2);
});

test('a move reports that the log grew meanwhile', async () => {
  const source = await openSampleLog(temporaryFolder());
  const { log } = await openServer();
  let grown: Promise<void> | undefined;
  const onCopy = () => {
    grown ??= appendTo(source, ['late']);
  };
  await expect(moveLog({ source, target: toServer(log), signal: neverAborted, onCopy })).rejects.toThrow(
    'stop the server, and repeat the command',
  );
  await grown;
});

test('a move refuses a log with other events', async () => {
  const source = await openSampleLog(temporaryFolder());
  const { server, log } = await openServer();
  await appendTo(log, ['other']);
  const { appends } = server.calls;
  await expect(moveLog({ source, target: toServer(log), signal: neverAborted })).rejects.toThrow('is not empty');
  expect(server.calls.appends).toBe(appends);
});

test('a move finds an event that the other log returns differently', async () => {
  const source = await openSampleLog(temporaryFolder());
  const { log } = await openServer();
  await moveLog({ source, target: toServer(log), signal: neverAborted });
  let reads = 0;
  const readAll: EventLog['readAll'] = async function* (options) {
    reads += 1;
    for await (const event of log.readAll(options)) {
      yield reads > 1 && event.revision === 550n ? { ...event, data: { n: 7 } } : event;
    }
  };
  const changed = { ...delegating(log), readAll };
  await expect(moveLog({ source, target: toServer(changed), signal: neverAborted })).rejects.toBeInstanceOf(LogsDiffer);
});

test('exports from EventStoreDB, and imports there, beside the events of other applications', async () => {
  const folder = temporaryFolder();
  const source = await openSampleLog(folder);
  const { server, log } = await openServer();
  const [first, second] = [join(folder, '1.ndjson'), join(folder, '2.ndjson.zst')];
  await exportTo(first, source);
  await importLog({ file: first, target: toServer(log), signal: neverAborted });
  server.log.appendSystemEvent('OtherApplication', 'elsewhere');
  const last = (await eventsOf(log)).at(-1)?.position;
  await appendTo(log, ['later', 'edge']);
  await exportTo(second, log, last, 'eventstoredb');

  const copy = await openLogIn(folder, 'copy.db');
  await importLog({ file: first, target: toFile(copy), signal: neverAborted });
  expect(await importLog({ file: second, target: toFile(copy), signal: neverAborted })).toEqual({ count: 2, found: 0 });
  expectEqual(withoutPositions(await eventsOf(copy)), withoutPositions(await eventsOf(log)));
});
