import { once } from 'node:events';
import { mkdtempSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { Worker } from 'node:worker_threads';
import { afterAll, describe, expect, test } from 'vitest';
import { EventLogUnavailable, maxAppendBytes } from '../../server/core/event-log.ts';
import { openSqliteEventLog, type SqliteEventLogOptions } from '../../server/event-log/sqlite/open-sqlite-event-log.ts';
import { openSqliteLogReader } from '../../server/event-log/sqlite/open-sqlite-log-reader.ts';
import type { Load } from '../support/acknowledgements.ts';
import { startProgram } from '../support/kill-amid-load.ts';
import { QuietLogger } from '../support/quiet-logger.ts';
import { until } from '../support/until.ts';
import { follow } from './event-log/follower.ts';
import { collect, ids, newEvent, newEvents, newStream, revisions, upTo } from './event-log/sample-events.ts';
import { eventLogContract } from './event-log.ts';

const directories: string[] = [];
afterAll(async () => {
  for (const directory of directories) await rm(directory, { recursive: true });
});

const newFile = (): string => {
  const directory = mkdtempSync(join(tmpdir(), 'potluck-log-'));
  directories.push(directory);
  return join(directory, 'data', 'events.db');
};

const openNew = async (options: Partial<SqliteEventLogOptions> = {}) => {
  const file = newFile();
  const log = await openSqliteEventLog({ file, ...options });
  return { file, log, close: () => log.close() };
};

eventLogContract('SQLite', openNew, { refusesDuplicateIds: true });

describe('the SQLite event log', () => {
  test('reopens with its events and continues', async () => {
    const { file, log } = await openNew();
    const stream = newStream();
    const events = newEvents(5);
    await log.append(stream, events, 'no_stream');
    const before = await collect(log.readAll());
    await log.close();

    const reopened = await openSqliteEventLog({ file });
    expect(await collect(reopened.readAll())).toEqual(before);
    expect(await reopened.head()).toBe(before.at(-1)?.position);
    await expect(reopened.append(stream, newEvents(1), 'no_stream')).rejects.toMatchObject({ actual: 4n });
    const follower = follow(reopened, {});
    expect((await reopened.append(stream, newEvents(1), 4n)).revision).toBe(5n);
    await follower.reaches((await reopened.head()) ?? 0n);
    expect(revisions(follower.events)).toEqual(upTo(6));
    await follower.stop();
    await reopened.close();
  });

  test('commits accepted appends before it closes', async () => {
    const { file, log } = await openNew();
    const appends = Array.from({ length: 500 }, () => log.append(newStream(), newEvents(2), 'no_stream'));
    await log.close();
    await expect(Promise.all(appends)).resolves.toHaveLength(500);
    const reopened = await openSqliteEventLog({ file });
    expect(await collect(reopened.readAll())).toHaveLength(1000);
    await reopened.close();
  });

  test('shares one sync among concurrent appends', async () => {
    const { log } = await openNew();
    const follower = follow(log, {});
    await follower.catchesUp();
    await Promise.all(Array.from({ length: 1000 }, () => log.append(newStream(), newEvents(1), 'no_stream')));
    await follower.reaches(1000n);
    expect(follower.batches.length).toBeLessThan(10);
    await follower.stop();
    await log.close();
  });

  test('locks the file while it is open', async () => {
    const { file, log } = await openNew();
    await expect(openSqliteEventLog({ file })).rejects.toThrow(/in use .* stop .* DATA_DIR/);
    await log.close();
    await (await openSqliteEventLog({ file })).close();
  });

  test('opens for the next process as soon as the previous one is killed', async () => {
    const file = newFile();
    const notes = join(directories.at(-1) ?? '', 'notes');
    const load: Load = { file, notes, writers: 2, sessions: 1, maxTextLength: 10 };
    const program = startProgram(new URL('../support/appending-program.ts', import.meta.url), load);
    await until(() => (statSync(notes, { throwIfNoEntry: false })?.size ?? 0) > 0);
    await expect(openSqliteEventLog({ file })).rejects.toThrow('in use by another process');
    const exited = once(program, 'exit');
    program.kill('SIGKILL');
    await exited;
    const log = await openSqliteEventLog({ file });
    expect(await log.head()).toBeGreaterThan(0n);
    await log.close();
  });

  test('rejects a file that is not an event log or is of a newer version, to read as to write', async () => {
    const { file, log } = await openNew();
    await log.close();
    const db = new DatabaseSync(file);
    db.exec('PRAGMA user_version = 1000');
    await expect(openSqliteEventLog({ file })).rejects.toThrow('newer version of Potluck');
    expect(() => openSqliteLogReader(file)).toThrow('newer version of Potluck');
    db.exec('PRAGMA user_version = 1; PRAGMA application_id = 7');
    db.close();
    await expect(openSqliteEventLog({ file })).rejects.toThrow('not an event log');
    expect(() => openSqliteLogReader(file)).toThrow('not an event log');
    writeFileSync(file, 'x'.repeat(5000));
    await expect(openSqliteEventLog({ file })).rejects.toThrow('not a database');
  });

  test('leaves no writer thread behind when it fails to open', async () => {
    const file = newFile();
    const started = once(process, 'worker').then(([worker]: unknown[]) => {
      if (!(worker instanceof Worker)) throw new Error('The log writes in a worker');
      worker.once('message', () => rmSync(file));
      return worker;
    });
    await expect(openSqliteEventLog({ file })).rejects.toThrow('unable to open');
    expect((await started).threadId).toBe(-1);
    await (await openSqliteEventLog({ file })).close();
  });

  test('rejects an append without events', async () => {
    const { log } = await openNew();
    await expect(log.append(newStream(), [], 'no_stream')).rejects.toBeInstanceOf(RangeError);
    await log.close();
  });

  test('rejects appends while the file cannot be written, and accepts them afterwards', async () => {
    const { file, log } = await openNew();
    const stream = newStream();
    await log.append(stream, newEvents(1), 'no_stream');
    const other = new DatabaseSync(file);
    other.exec('BEGIN IMMEDIATE');
    const refused = newEvents(2);
    await expect(log.append(stream, refused, 0n)).rejects.toBeInstanceOf(EventLogUnavailable);
    expect(await collect(log.readStream(stream))).toHaveLength(1);
    other.exec('ROLLBACK');
    other.close();
    expect((await log.append(stream, refused, 0n)).revision).toBe(2n);
    await log.close();
  });

  test('logs once that it cannot be written and once that it can again, even without appends meanwhile', async () => {
    const logger = new QuietLogger();
    const { file, log } = await openNew({ logger });
    const stream = newStream();
    const { position } = await log.append(stream, newEvents(1), 'no_stream');
    const other = new DatabaseSync(file);
    other.exec('BEGIN IMMEDIATE');
    for (let attempt = 0; attempt < 2; attempt++) {
      await expect(log.append(stream, newEvents(1), 0n)).rejects.toBeInstanceOf(EventLogUnavailable);
    }
    expect(log.writeFailure()).toMatchObject({ code: 'LOCKED', reason: 'database is locked' });
    expect(await log.head()).toBe(position);
    const failed = {
      level: 'error',
      details: { code: 'LOCKED', reason: 'database is locked' },
      message: 'The event log cannot be written: changes are refused until it can',
    };
    expect(logger.lines).toEqual([failed]);
    other.exec('ROLLBACK');
    other.close();
    await until(() => log.writeFailure() === undefined);
    const recovered = {
      level: 'warn',
      details: { ms: expect.any(Number) },
      message: 'The event log can be written again',
    };
    expect(logger.lines).toEqual([failed, recovered]);
    expect(await log.head()).toBe(position);
    expect(await collect(log.readAll())).toHaveLength(1);
    await log.close();
  });

  test('times out when the disk does not respond, and delivers events that were recorded later', async () => {
    const logger = new QuietLogger();
    const { file, log } = await openNew({ writeTimeoutMs: 100, logger });
    const follower = follow(log, {});
    const other = new DatabaseSync(file);
    other.exec('BEGIN IMMEDIATE');
    const events = newEvents(1);
    await expect(log.append(newStream(), events, 'no_stream')).rejects.toThrow('does not answer');
    await expect(log.append(newStream(), newEvents(1), 'no_stream')).rejects.toThrow('does not answer');
    expect(log.writeFailure()).toMatchObject({ code: 'NO_ANSWER' });
    other.exec('ROLLBACK');
    other.close();
    await follower.reaches(1n);
    expect(ids(follower.events)).toEqual(ids(events));
    await log.append(newStream(), newEvents(1), 'no_stream');
    await until(() => log.writeFailure() === undefined);
    expect(logger.lines.map(({ level }) => level)).toEqual(['warn', 'warn']);
    await follower.stop();
    await log.close();
  });

  test('warns once when a reader blocks the WAL checkpoint, and again only after a success', async () => {
    const warnings: string[] = [];
    const { file, log } = await openNew({ checkpointPages: 10, onCheckpointFailure: (line) => warnings.push(line) });
    const appendMany = async () => {
      for (let n = 0; n < 30; n++) await log.append(newStream(), [newEvent({ text: 'x'.repeat(10_000) })], 'no_stream');
    };
    const reader = new DatabaseSync(file);
    const holdSnapshot = () => {
      reader.exec('BEGIN');
      reader.prepare('SELECT count(*) FROM events').get();
    };
    await appendMany();
    expect(warnings).toEqual([]);
    holdSnapshot();
    await appendMany();
    expect(warnings).toEqual([expect.stringMatching(/write-ahead log grows .* a program that reads .* end it/)]);
    await appendMany();
    expect(warnings).toHaveLength(1);

    reader.exec('COMMIT');
    await appendMany();
    expect(warnings).toHaveLength(1);
    holdSnapshot();
    await appendMany();
    expect(warnings).toHaveLength(2);
    reader.close();
    await log.close();
  });

  test('continues reading and rejects appends after its writer thread has ended', async () => {
    const started = once(process, 'worker');
    const { log } = await openNew();
    const [worker]: unknown[] = await started;
    if (!(worker instanceof Worker)) throw new Error('The log writes in a worker');
    const events = newEvents(3);
    await log.append(newStream(), events, 'no_stream');
    const pending = log.append(newStream(), newEvents(1), 'no_stream').catch((error: unknown) => error);
    await worker.terminate();
    expect(await pending).toBeInstanceOf(EventLogUnavailable);
    await expect(log.append(newStream(), newEvents(1), 'no_stream')).rejects.toThrow(/start again/);
    await expect(log.head()).rejects.toBeInstanceOf(EventLogUnavailable);
    expect(log.writeFailure()).toMatchObject({ code: 'WRITER_ENDED' });
    expect(ids(await collect(log.readAll()))).toEqual(ids(events));
    await log.close();
  });

  test('rejects appends beyond its queue limit and commits the accepted ones', async () => {
    const { log } = await openNew();
    const text = 'x'.repeat(maxAppendBytes / 2);
    const outcomes = await Promise.allSettled(
      Array.from({ length: 150 }, () => log.append(newStream(), [newEvent({ text })], 'no_stream')),
    );
    const refused = outcomes.filter((outcome) => outcome.status === 'rejected');
    expect(refused.length).toBeGreaterThan(0);
    for (const { reason } of refused) expect(reason).toBeInstanceOf(EventLogUnavailable);
    expect(await log.head()).toBe(150n - BigInt(refused.length));
    await log.close();
  });
});
