import { readFileSync, rmSync, statSync } from 'node:fs';
import { dirname } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import fc from 'fast-check';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { ids } from '../../../tests/contracts/event-log/sample-events.ts';
import { copyLog, crashedLog, flip } from '../../../tests/support/damaged-log.ts';
import { expectEqual } from '../../../tests/support/expect-equal.ts';
import { DamagedLog, EventLogUnavailable, type ReadableLog, type RecordedEvent } from '../../core/event-log.ts';
import { openSqliteEventLog } from './open-sqlite-event-log.ts';
import { openSqliteLogReader } from './open-sqlite-log-reader.ts';

const count = 800;
/** Streams of one to three events each, and a long one. */
const streamOf = (n: number): string => (n % 3 === 0 ? 'long' : `short-${(n * 7919) % 307}`);
const intact = crashedLog({ checkpointed: count, waiting: 0 }, streamOf);
const pageBytes = 4096;

let events: RecordedEvent[];
let streams: Map<string, RecordedEvent[]>;
beforeAll(async () => {
  const log = openSqliteLogReader(intact);
  events = (await readUntilError(() => log.readAll())).read;
  streams = Map.groupBy(events, ({ stream }) => stream);
  await log.close();
  expect(events).toHaveLength(count);
});
afterAll(() => rmSync(dirname(intact), { recursive: true }));

async function readUntilError(from: () => AsyncIterable<RecordedEvent>) {
  const read: RecordedEvent[] = [];
  try {
    for await (const event of from()) read.push(event);
    return { read, error: undefined };
  } catch (error) {
    if (!(error instanceof EventLogUnavailable)) throw error;
    return { read, error };
  }
}

/** Works on a damaged copy. */
async function withDamage<T>(damage: (file: string) => void, work: (file: string) => Promise<T>): Promise<T> {
  const file = copyLog(intact);
  try {
    damage(file);
    return await work(file);
  } finally {
    rmSync(dirname(file), { recursive: true });
  }
}

const sql = (statement: string) => (file: string) => {
  const db = new DatabaseSync(file);
  db.exec(statement);
  db.close();
};

/** A read of a damaged log is right, or ends with an error after events that are right. @returns whether it failed */
async function expectRightOrError(
  read: () => AsyncIterable<RecordedEvent>,
  expected: RecordedEvent[],
): Promise<boolean> {
  const { read: found, error } = await readUntilError(read);
  expectEqual(found, error === undefined ? expected : expected.slice(0, found.length));
  if (error !== undefined) expect(error.message).toMatch(/^[^\n]+: check the disk/);
  return error !== undefined;
}

function openUnlessDamaged(file: string): ReadableLog | undefined {
  try {
    return openSqliteLogReader(file);
  } catch (error) {
    if (error instanceof DamagedLog) return undefined;
    throw error;
  }
}

async function expectRightOrErrors(log: ReadableLog): Promise<number> {
  const failed = [await expectRightOrError(() => log.readAll(), events)];
  failed.push(await expectRightOrError(() => log.readAll({ direction: 'backwards' }), events.toReversed()));
  for (const [stream, expected] of streams) {
    failed.push(await expectRightOrError(() => log.readStream(stream), expected));
    failed.push(
      await expectRightOrError(() => log.readStream(stream, { direction: 'backwards' }), expected.toReversed()),
    );
  }
  return failed.filter(Boolean).length;
}

/** Makes SQLite ask for more memory than there is, for a row whose length is wrong. */
const withLongRow: [offset: number, bits: number[]] = [105_920, [1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 128, 128, 128, 128]];

/** Reads copies of which some bytes are flipped, anywhere behind the first page. @returns how many reads have failed */
async function readAfterFlips(
  mask: fc.Arbitrary<number[]>,
  numRuns: number,
  read: (log: ReadableLog) => Promise<number>,
): Promise<number> {
  let noticed = 0;
  const offset = fc.integer({ min: pageBytes, max: statSync(intact).size - 16 });
  await fc.assert(
    fc.asyncProperty(offset, mask, async (at, bits) => {
      await withDamage(
        (file) => flip(file, at, bits),
        async (file) => {
          const log = openUnlessDamaged(file);
          if (log === undefined || (await read(log)) > 0) noticed += 1;
          await log?.close();
        },
      );
    }),
    { numRuns, examples: [withLongRow] },
  );
  return noticed;
}

// What is not noticed is in the index of ids, in which nothing is looked up to read, and in unused space.

test('reads no wrong event and no stream with a gap, whichever bit of the file is flipped', {
  timeout: 60_000,
}, async () => {
  const bit = fc.nat({ max: 7 }).map((shift) => [1 << shift]);
  expect(await readAfterFlips(bit, 25, expectRightOrErrors)).toBeGreaterThan(2);
});

test('reads the log without a wrong event or a gap, whichever bytes of the file are changed', {
  timeout: 60_000,
}, async () => {
  const bytes = fc.array(fc.integer({ min: 1, max: 255 }), { minLength: 1, maxLength: 16, size: 'max' });
  const readAll = async (log: ReadableLog) =>
    Number(await expectRightOrError(() => log.readAll(), events)) +
    Number(await expectRightOrError(() => log.readAll({ direction: 'backwards' }), events.toReversed()));
  expect(await readAfterFlips(bytes, 25, readAll)).toBeGreaterThan(1);
});

const missing = 400;

test('names a missing event, and reads what is before and after it', async () => {
  await withDamage(sql(`DELETE FROM events WHERE position = ${missing}`), async (file) => {
    const log = openSqliteLogReader(file);
    const { read, error } = await readUntilError(() => log.readAll());
    expect(ids(read)).toEqual(ids(events.slice(0, missing - 1)));
    expect(error).toMatchObject({ position: BigInt(missing), next: BigInt(missing + 1) });
    expect(error?.message).toMatch(
      /^The event at position 400 is missing: check the disk, and restore the newest backup/,
    );
    expect(ids((await readUntilError(() => log.readAll({ after: BigInt(missing) }))).read)).toEqual(
      ids(events.slice(missing)),
    );
    await log.close();
  });
});

test.each([
  ['an event in the middle is missing', `DELETE FROM events WHERE position = ${missing}`],
  ['the first event is missing', 'DELETE FROM events WHERE position = 1'],
  ['the newest event was changed', `UPDATE events SET record = replace(record, 'n', 'm') WHERE position = ${count}`],
])('does not open a log for appending if %s', async (_what, statement) => {
  await withDamage(sql(statement), async (file) => {
    const error = await openSqliteEventLog({ file }).catch((reason: unknown) => reason);
    expect(error).toBeInstanceOf(DamagedLog);
    expect(String(error)).toMatch(/^[^\n]+ damaged[^\n]+: check the disk, and restore the newest backup[^\n]+$/);
  });
});

test('tells a subscriber where the log is damaged, after what is before it', async () => {
  const change = `UPDATE events SET type = 'RecipeRenamed' WHERE position = ${missing}`;
  await withDamage(sql(change), async (file) => {
    const log = await openSqliteEventLog({ file });
    const types = ['GroceryItemChecked', 'GroceryItemsAdded'];
    const seen: RecordedEvent[] = [];
    const read = async () => {
      for await (const batch of log.subscribe({ filter: { types }, signal: new AbortController().signal })) {
        seen.push(...batch.events);
      }
    };
    await expect(read()).rejects.toMatchObject({ position: BigInt(missing) });
    expect(ids(seen)).toEqual(ids(events.slice(0, missing - 1)));
    await log.close();
  });
});

test('ends a read before a damaged event only if the filter selects it', async () => {
  await withDamage(
    sql(`UPDATE events SET record = replace(record, 'n', 'm') WHERE position = ${missing}`),
    async (file) => {
      const log = openSqliteLogReader(file);
      const { type } = events[missing - 1] ?? { type: '' };
      const selected = await readUntilError(() => log.readAll({ filter: { types: [type] } }));
      const before = events.slice(0, missing - 1).filter((event) => event.type === type);
      expect(ids(selected.read)).toEqual(ids(before));
      expect(selected.error).toMatchObject({ position: BigInt(missing) });
      const others = events.filter((event) => event.type !== type);
      const types = [...new Set(others.map((event) => event.type)), 'NeverRecorded'];
      const leftOut = await readUntilError(() => log.readAll({ filter: { types } }));
      expect(leftOut).toEqual({ read: others, error: undefined });
      await log.close();
    },
  );
});

test('opens a log without checksums as it is, reads it, and appends with checksums', async () => {
  const { id, type, data, meta } = { ...events[0], id: 'new' } as RecordedEvent;
  await withDamage(sql('ALTER TABLE events DROP COLUMN checksum'), async (file) => {
    const before = openSqliteLogReader(file);
    expect(await expectRightOrErrors(before)).toBe(0);
    const log = await openSqliteEventLog({ file });
    await log.append('new', [{ id, type, data, meta }], 'no_stream');
    await log.close();
    // A command that is still running.
    expect((await readUntilError(() => before.readAll())).read).toHaveLength(count + 1);
    await before.close();
    expect(readFileSync(file).length).toBeGreaterThan(0);
    sql(`UPDATE events SET record = replace(record, 'n', 'm') WHERE position = ${count + 1}`)(file);
    const after = openSqliteLogReader(file);
    expect((await readUntilError(() => after.readAll())).error).toMatchObject({ position: BigInt(count + 1) });
    await after.close();
  });
});

test('lets only one of two processes append after the lock file was deleted', async () => {
  await withDamage(
    () => {},
    async (file) => {
      const [first] = events;
      if (first === undefined) throw new Error('The log is empty');
      const event = (id: string) => ({ id, type: first.type, data: first.data, meta: first.meta });
      const one = await openSqliteEventLog({ file });
      rmSync(`${file}.lock`);
      const other = await openSqliteEventLog({ file });
      await one.append('one', [event('a')], 'no_stream');
      await expect(other.append('other', [event('b')], 'no_stream')).rejects.toThrow(
        'another process has written to it',
      );
      await expect(other.append('other', [event('c')], 'no_stream')).rejects.toThrow('stop that one and start again');
      expect(other.writeFailure()).toMatchObject({ code: 'WRITER_ENDED' });
      await one.append('one', [event('d')], 0n);
      expect((await readUntilError(() => one.readAll())).read).toHaveLength(count + 2);
      await Promise.all([one.close(), other.close()]);
    },
  );
});
