import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { newEvent, newEvents } from '../../tests/contracts/event-log/sample-events.ts';
import type { EventLog, ExpectedRevision } from '../core/event-log.ts';
import { openSqliteEventLog } from '../event-log/sqlite/open-sqlite-event-log.ts';
import { type EventSearch, openEventSearch } from './event-search.ts';

let folder: string;
let log: EventLog;
let search: EventSearch;
beforeEach(async () => {
  folder = mkdtempSync(join(tmpdir(), 'potluck-search-'));
  log = await openSqliteEventLog({ file: join(folder, 'events.sqlite') });
  search = openEventSearch(log, join(folder, 'audit.sqlite'));
});
afterEach(async () => {
  await search.close();
  await log.close();
  rmSync(folder, { recursive: true });
});

/** @returns its position */
async function append(stream: string, type: string, expected: ExpectedRevision = 'no_stream'): Promise<bigint> {
  return (await log.append(stream, [newEvent({}, type)], expected)).position;
}

test('misses none of the streams of a user up to a position', async () => {
  const query = { actor: newEvent().meta.actor, types: ['HouseholdFounded'], limit: 10 };
  const streams = ['household-1', 'household-2'];
  for (const [n, stream] of streams.entries()) {
    const position = await append(stream, 'HouseholdFounded');
    expect(await search.findStreamsOf(query, position)).toEqual(streams.slice(0, n + 1));
  }
});

test('a total is smaller after a deletion than before', async () => {
  for (const post of ['post-1', 'post-2']) await append(post, 'PostPublished');
  const deletion = await append('post-1', 'PostDeleted', 0n);
  const totals = async (range: { before?: bigint } = {}) => {
    const sources = await search.sourcesOfTotal('feed', { limit: 10, ...range });
    return sources.map(({ changes: [change] }) => [change?.from, change?.to]);
  };
  const ofAdditions = [
    [1, 2],
    [0, 1],
  ];
  expect(await totals()).toEqual([[2, 1], ...ofAdditions]);
  expect(await totals({ before: deletion })).toEqual(ofAdditions);
});

test('an event is explained by the others of its command, and by those of other commands of its request', async () => {
  const [event, ofCommand, ofRequest, other] = newEvents(4);
  if (!event || !ofCommand || !ofRequest || !other) throw new Error('There are four events');
  const { commandId, correlationId } = event.meta;
  const together = [event, { ...ofCommand, meta: { ...ofCommand.meta, commandId, correlationId } }];
  await log.append('contract-1', together, 'no_stream');
  await log.append('contract-2', [{ ...ofRequest, meta: { ...ofRequest.meta, correlationId } }], 'no_stream');
  await log.append('contract-3', [other], 'no_stream');
  expect(await search.explain(1n)).toMatchObject({
    event: { id: event.id },
    ofCommand: [{ id: ofCommand.id }],
    ofRequest: [{ id: ofRequest.id }],
  });
});
