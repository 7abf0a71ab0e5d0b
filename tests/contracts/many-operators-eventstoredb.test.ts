/** Many requests and tails of operators at once take few of EventStoreDB's calls. */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { type EventSearch, openEventSearch } from '../../server/audit/event-search.ts';
import { newId } from '../../server/commands/ids.ts';
import type { EventLog, NewEvent } from '../../server/core/event-log.ts';
import { openEventStoreDb } from '../../server/event-log/eventstoredb/open-event-store-db.ts';
import { FakeEventStoreDb } from '../support/eventstoredb-server/server.ts';
import { until } from '../support/until.ts';

async function openLog(): Promise<{ server: FakeEventStoreDb; log: EventLog }> {
  const server = await FakeEventStoreDb.start();
  const log = await openEventStoreDb({ connectionString: server.connectionString });
  onTestFinished(async () => {
    await log.close();
    server.stop();
  });
  return { server, log };
}

const cleared = (actor: string): NewEvent => {
  const meta = { actor, commandId: newId(), correlationId: newId(), at: new Date().toISOString(), schema: 1 };
  return { id: newId(), type: 'GroceryListCleared', data: {}, meta };
};

function openSearch(log: EventLog): EventSearch {
  const folder = mkdtempSync(join(tmpdir(), 'potluck-searches-'));
  onTestFinished(() => rmSync(folder, { recursive: true }));
  const search = openEventSearch(log, join(folder, 'audit.sqlite'));
  onTestFinished(() => search.close());
  return search;
}

test('a hundred searches at once share subscriptions, and each finds what was recorded before it', async () => {
  const { server, log } = await openLog();
  const search = openSearch(log);
  const recordAndFind = async (number: number) => {
    const actor = `user-${number}`;
    await log.append(`groceryList-${actor}`, [cleared(actor)], 'no_stream');
    return (await search.find({ actor, direction: 'backwards', limit: 10 })).map(({ stream }) => stream);
  };
  const numbers = Array.from({ length: 100 }, (_, number) => number);
  expect(await Promise.all(numbers.map(recordAndFind))).toEqual(numbers.map((n) => [`groceryList-user-${n}`]));
  const before = server.calls.subscriptions;
  const again = numbers.map((n) => search.find({ actor: `user-${n}`, direction: 'backwards', limit: 10 }));
  expect((await Promise.all(again)).flat()).toHaveLength(100);
  expect(server.calls.subscriptions - before).toBe(2);
});

test('a read does not wait behind all reads of many searches', async () => {
  const { server, log } = await openLog();
  const search = openSearch(log);
  await log.append(
    'groceryList-mia',
    Array.from({ length: 100 }, () => cleared('mia')),
    'no_stream',
  );
  const query = { actor: 'mia', direction: 'backwards', limit: 100 } as const;
  await search.find(query);
  const before = server.calls.reads;
  const searches = Array.from({ length: 10 }, () => search.find(query));
  // The first search is over, and the others have begun.
  await until(() => server.calls.reads > before + 150);
  for await (const event of log.readStream('groceryList-mia', { limit: 1 })) expect(event.revision).toBe(0n);
  expect(server.calls.reads - before).toBeLessThan(400);
  expect((await Promise.all(searches)).flat()).toHaveLength(1_000);
  expect(server.calls.reads - before).toBeGreaterThan(1_000);
});

test('thirty tails at once share one subscription, and each receives every event', async () => {
  const { server, log } = await openLog();
  const stop = new AbortController();
  onTestFinished(() => stop.abort());
  await log.append('groceryList-a', [cleared('mia')], 'no_stream');
  const received = Array.from({ length: 30 }, (): string[] => []);
  const tails = received.map(async (events) => {
    for await (const batch of log.subscribe({ signal: stop.signal })) {
      events.push(...batch.events.map(({ stream }) => stream));
    }
  });
  await until(() => received.every(({ length }) => length === 1));
  await log.append('groceryList-b', [cleared('mia')], 'no_stream');
  await until(() => received.every(({ length }) => length === 2));
  expect(received.every(([first, second]) => first === 'groceryList-a' && second === 'groceryList-b')).toBe(true);
  expect([server.openSubscriptions, server.calls.subscriptions]).toEqual([1, 1]);
  stop.abort();
  await Promise.all(tails);
  await until(() => server.openSubscriptions === 0);
});
