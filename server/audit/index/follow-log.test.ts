import { existsSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { newEvent } from '../../../tests/contracts/event-log/sample-events.ts';
import { QuietLogger } from '../../../tests/support/quiet-logger.ts';
import { openSqliteEventLog } from '../../event-log/sqlite/open-sqlite-event-log.ts';
import { openSqliteLogReader } from '../../event-log/sqlite/open-sqlite-log-reader.ts';
import { AuditIndex } from './audit-index.ts';
import { findEvents } from './find-events.ts';
import { followLog } from './follow-log.ts';
import { keepIndex } from './keep-index.ts';

let folder: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'potluck-index-'));
});
afterEach(() => rmSync(folder, { recursive: true }));

const logFile = () => join(folder, 'events.sqlite');
const indexFile = () => join(folder, 'audit.sqlite');
const catchUp = { signal: new AbortController().signal, atHead: async () => false, maxEvents: 2 };
const all = { direction: 'forwards', limit: 1_000 } as const;

async function fill(file: string, streams: readonly string[]) {
  const log = await openSqliteEventLog({ file });
  for (const stream of streams) await log.append(stream, [newEvent()], 'no_stream');
  await log.close();
}

async function streamsIn(file: string): Promise<string[]> {
  const log = openSqliteLogReader(file);
  using index = new AuditIndex(indexFile());
  await followLog(log, index, catchUp);
  const streams: string[] = [];
  for await (const event of findEvents(log, index, all)) streams.push(event.stream);
  await log.close();
  return streams;
}

test('adds what is missing, and nothing twice', async () => {
  await fill(logFile(), ['post-1', 'post-2']);
  expect(await streamsIn(logFile())).toEqual(['post-1', 'post-2']);
  await fill(logFile(), ['post-3']);
  expect(await streamsIn(logFile())).toEqual(['post-1', 'post-2', 'post-3']);
});

test('adds a long batch in several transactions, and continues after the last one', async () => {
  const streams = ['post-1', 'post-2', 'post-3', 'post-4', 'post-5'];
  await fill(logFile(), streams);
  const log = openSqliteLogReader(logFile());
  using index = new AuditIndex(indexFile());
  const indexed: number[] = [];
  const failed = new Error('The process ends');
  const onIndexed = async (events: number) => {
    indexed.push(events);
    if (indexed.length === 1) throw failed;
  };
  await expect(followLog(log, index, { ...catchUp, onIndexed })).rejects.toBe(failed);
  expect(index.find(all).map(({ stream }) => stream)).toEqual(streams.slice(0, 2));
  // By the id, the next process finds out whether the log is the same.
  expect(index.progress()).toEqual({ position: 2n, eventId: expect.stringMatching(/.+/) });
  await followLog(log, index, { ...catchUp, onIndexed });
  expect(index.find(all).map(({ stream }) => stream)).toEqual(streams);
  expect(indexed).toEqual([2, 2, 1]);
  await log.close();
});

test('adds nothing after it was stopped between two transactions', async () => {
  await fill(logFile(), ['post-1', 'post-2', 'post-3', 'post-4', 'post-5']);
  const log = openSqliteLogReader(logFile());
  using index = new AuditIndex(indexFile());
  const stop = new AbortController();
  await followLog(log, index, { ...catchUp, signal: stop.signal, onIndexed: () => stop.abort() });
  expect(index.find(all)).toHaveLength(2);
  await log.close();
});

test('tells when it is behind: at the start, and after a wait at the head', async () => {
  const log = await openSqliteEventLog({ file: logFile() });
  using index = new AuditIndex(indexFile());
  const told: string[] = [];
  await log.append('post-1', [newEvent()], 'no_stream');
  let appends = 1;
  await followLog(log, index, {
    ...catchUp,
    onBehind: () => told.push('behind'),
    onIndexed: (events) => void told.push(`${events} indexed`),
    atHead: async () => {
      if (appends === 3) return false;
      appends += 1;
      await log.append(`post-${appends}`, [newEvent()], 'no_stream');
      return true;
    },
  });
  expect(told).toEqual(['behind', '1 indexed', 'behind', '1 indexed', 'behind', '1 indexed']);
  await log.close();
});

test('starts over when the log was replaced by another one', async () => {
  await fill(logFile(), ['post-1', 'post-2', 'post-3']);
  await streamsIn(logFile());
  const other = join(folder, 'other.sqlite');
  await fill(other, ['recipe-1', 'recipe-2', 'recipe-3']);
  expect(await streamsIn(other)).toEqual(['recipe-1', 'recipe-2', 'recipe-3']);
  const shorter = join(folder, 'shorter.sqlite');
  await fill(shorter, ['recipe-9']);
  expect(await streamsIn(shorter)).toEqual(['recipe-9']);
});

test('two processes fill one index with each event once, also those appended meanwhile', async () => {
  const log = await openSqliteEventLog({ file: logFile() });
  const logger = new QuietLogger();
  const [one, other] = [1, 2].map(() => keepIndex({ log, file: indexFile(), logger }));
  const streams = Array.from({ length: 300 }, (_, n) => `post-${n}`);
  for (const stream of streams) await log.append(stream, [newEvent()], 'no_stream');
  using index = new AuditIndex(indexFile());
  await vi.waitFor(() => expect(index.find(all)).toHaveLength(300));
  expect(index.find(all).map(({ stream }) => stream)).toEqual(streams);
  await Promise.all([one?.stop(), other?.stop()]);
  await log.close();
});

test('a folder that cannot be written is logged once, and the index follows when it can be', async () => {
  await fill(logFile(), ['post-1']);
  const log = openSqliteLogReader(logFile());
  const logger = new QuietLogger();
  const blocked = join(folder, 'blocked');
  writeFileSync(blocked, 'A file is no folder');
  const file = join(blocked, 'audit.sqlite');
  const kept = keepIndex({ log, file, logger });
  await vi.waitFor(() => expect(logger.problems).toHaveLength(1));
  rmSync(blocked);
  await vi.waitFor(() => expect(existsSync(file)).toBe(true));
  using index = new AuditIndex(file);
  await vi.waitFor(() => expect(index.find(all)).toHaveLength(1));
  expect(logger.problems).toHaveLength(1);
  await kept.stop();
  await log.close();
});
