import { randomUUID } from 'node:crypto';
import { mkdtempSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { DatabaseSync } from 'node:sqlite';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { openForWriting } from './schema.ts';
import { writeFailureOf } from './write-failure.ts';
import { Writer } from './writer.ts';
import { encodeAppend, type FlatGroup, noStream, outcome } from './writer-protocol.ts';

let directory: string;
let db: DatabaseSync;
let writer: Writer;
beforeEach(() => {
  directory = mkdtempSync(join(tmpdir(), 'potluck-writer-'));
  db = openForWriting(join(directory, 'events.db'), 'FULL');
  writer = new Writer(db, 2000);
});
afterEach(() => {
  db.close();
  rmSync(directory, { recursive: true });
});

const append = (stream: string, expected: number, record = '[]'): FlatGroup => {
  const group: FlatGroup = [];
  encodeAppend(group, stream, expected, [{ id: randomUUID(), type: 'Happened', record }]);
  return group;
};

const thrownBy = (work: () => void): unknown => {
  try {
    work();
  } catch (error) {
    return error;
  }
  throw new Error('Nothing was thrown');
};

const count = () => db.prepare('SELECT count(*) AS count FROM events').get()?.count;

test('rolls back a group that does not fit on the disk, in the file and in memory', () => {
  writer.write([...append('one', noStream), ...append('two', noStream)]);
  const pages = Number(db.prepare('PRAGMA page_count').get()?.page_count);
  db.exec(`PRAGMA max_page_count = ${pages + 2}`);
  expect(() => writer.write([...append('one', 0), ...append('two', 0, 'x'.repeat(100_000))])).toThrow('full');
  expect(count()).toBe(2);
  expect(writer.head).toBe(2);

  db.exec('PRAGMA max_page_count = 1000000');
  expect(writer.write([...append('one', 0), ...append('two', 0)])).toEqual([outcome.recorded, 1, outcome.recorded, 1]);
  expect(writer.head).toBe(4);
});

test('refuses an append with a duplicate event id, and records the rest of its group', () => {
  const events = (...ids: string[]) => ids.map((id) => ({ id, type: 'Happened', record: `["${id}"]` }));
  const group: FlatGroup = [];
  encodeAppend(group, 'one', noStream, events('a', 'b'));
  encodeAppend(group, 'two', noStream, events('c', 'a', 'd', 'e'));
  encodeAppend(group, 'three', noStream, events('f'));
  encodeAppend(group, 'two', noStream, events('c', 'd'));
  encodeAppend(group, 'one', 1, events('g', 'h', 'g'));
  encodeAppend(group, 'one', 1, events('i'));
  expect(writer.write(group)).toEqual([
    ...[outcome.recorded, 1],
    ...[outcome.duplicateId, noStream],
    ...[outcome.recorded, 0],
    ...[outcome.recorded, 1],
    ...[outcome.duplicateId, 1],
    ...[outcome.recorded, 2],
  ]);
  const rows = db.prepare('SELECT position, stream, revision, id, record FROM events ORDER BY position').all();
  const row = (position: number, stream: string, revision: number, id: string) => {
    return { position, stream, revision, id, record: `["${id}"]` };
  };
  expect(rows.map((one) => ({ ...one }))).toEqual([
    row(1, 'one', 0, 'a'),
    row(2, 'one', 1, 'b'),
    row(3, 'three', 0, 'f'),
    row(4, 'two', 0, 'c'),
    row(5, 'two', 1, 'd'),
    row(6, 'one', 2, 'i'),
  ]);
  expect(writer.head).toBe(6);
});

test('probes the file without recording: fails while it is read-only, succeeds once it is writable', () => {
  writer.write(append('one', noStream));
  const wal = () => statSync(join(directory, 'events.db-wal')).size;
  const before = wal();
  writer.probe();
  expect(wal()).toBeGreaterThan(before);
  db.exec('PRAGMA query_only = ON');
  expect(writeFailureOf(thrownBy(() => writer.probe()))).toMatchObject({ code: 'DISK_READ_ONLY' });
  db.exec('PRAGMA query_only = OFF');
  writer.probe();
  expect([count(), writer.head]).toEqual([1, 1]);
  expect(writer.write(append('one', 0))).toEqual([outcome.recorded, 1]);
});

test("maps SQLite's disk errors to failure codes", () => {
  writer.write(append('one', noStream));
  const pages = Number(db.prepare('PRAGMA page_count').get()?.page_count);
  db.exec(`PRAGMA max_page_count = ${pages}`);
  const full = thrownBy(() => writer.write(append('two', noStream, 'x'.repeat(100_000))));
  expect(writeFailureOf(full)).toEqual({ code: 'DISK_FULL', reason: 'database or disk is full' });
  // The extended result code SQLITE_IOERR_WRITE.
  expect(writeFailureOf(Object.assign(new Error('disk I/O error'), { errcode: 778 }))).toMatchObject({
    code: 'DISK_ERROR',
  });
});

test('looks up the revision of a stream that is not cached', () => {
  writer.write([...append('one', noStream), ...append('one', 0)]);
  const next = new Writer(db, 2000);
  expect(next.head).toBe(2);
  expect(next.write([...append('one', 0), ...append('one', 1), ...append('other', 0)])).toEqual([
    ...[outcome.wrongRevision, 1],
    ...[outcome.recorded, 2],
    ...[outcome.wrongRevision, noStream],
  ]);
});

test('repeats a failed checkpoint at the next call, without a write in between', () => {
  const eager = new Writer(db, 1);
  eager.write(append('one', noStream, 'x'.repeat(100_000)));
  const size = () => statSync(join(directory, 'events.db')).size;
  db.exec('BEGIN IMMEDIATE');
  expect(() => eager.checkpointIfDue()).toThrow('locked');
  db.exec('ROLLBACK');
  expect(size()).toBeLessThan(100_000);
  eager.checkpointIfDue();
  expect(size()).toBeGreaterThan(100_000);
});
