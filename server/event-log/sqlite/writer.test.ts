import { randomUUID } from 'node:crypto';
import { mkdtempSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { DatabaseSync } from 'node:sqlite';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { openForWriting } from './schema.ts';
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

const count = () => db.prepare('SELECT count(*) AS count FROM events').get()?.count;

test('a group that does not fit on the disk leaves nothing behind, in the file or in memory', () => {
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

test('streams that are no longer remembered are looked up', () => {
  writer.write([...append('one', noStream), ...append('one', 0)]);
  const afterwards = new Writer(db, 2000);
  expect(afterwards.head).toBe(2);
  expect(afterwards.write([...append('one', 0), ...append('one', 1), ...append('other', 0)])).toEqual([
    ...[outcome.wrongRevision, 1],
    ...[outcome.recorded, 2],
    ...[outcome.wrongRevision, noStream],
  ]);
});

test('a checkpoint that fails is made by the next try, with nothing written in between', () => {
  const impatient = new Writer(db, 1);
  impatient.write(append('one', noStream, 'x'.repeat(100_000)));
  const size = () => statSync(join(directory, 'events.db')).size;
  db.exec('BEGIN IMMEDIATE');
  expect(() => impatient.checkpointIfDue()).toThrow('locked');
  db.exec('ROLLBACK');
  expect(size()).toBeLessThan(100_000);
  impatient.checkpointIfDue();
  expect(size()).toBeGreaterThan(100_000);
});
