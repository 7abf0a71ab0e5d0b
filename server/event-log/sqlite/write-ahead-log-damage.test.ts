import { rmSync, statSync, truncateSync } from 'node:fs';
import { dirname } from 'node:path';
import fc from 'fast-check';
import { afterAll, expect, test } from 'vitest';
import { copyLog, crashedLog, flip } from '../../../tests/support/damaged-log.ts';
import { openSqliteEventLog } from './open-sqlite-event-log.ts';
import { openSqliteLogReader } from './open-sqlite-log-reader.ts';

const frameBytes = 24 + 4096;
const crashed = crashedLog({ checkpointed: 40, waiting: 30 });
const walBytes = statSync(`${crashed}-wal`).size;
afterAll(() => rmSync(dirname(crashed), { recursive: true }));

/** What opening a copy with a changed write-ahead log says, to append and to read: the head, or the error. */
async function openAfter(change: (wal: string) => void): Promise<unknown[]> {
  const file = copyLog(crashed);
  change(`${file}-wal`);
  const read = await Promise.resolve()
    .then(() => openSqliteLogReader(file))
    .then(
      async (log) => {
        const head = await log.head();
        await log.close();
        return head;
      },
      (error: Error) => error.message,
    );
  const written = await openSqliteEventLog({ file }).then(
    async (log) => {
      const head = await log.head();
      await log.close();
      return head;
    },
    (error: Error) => error.message,
  );
  rmSync(dirname(file), { recursive: true });
  return [read, written];
}

const damaged = expect.stringMatching(
  /^[^\n]*write-ahead log \S+-wal is damaged \(.+\), and with it the last changes: check the disk, and restore the newest backup/,
);

test('takes up the commits of a log that was not closed', async () => {
  expect(await openAfter(() => {})).toEqual([70n, 70n]);
});

test('refuses a log in whose write-ahead log any bytes before the last two commits are changed', async () => {
  const offsets: number[] = [];
  const change = fc.record({
    offset: fc.nat({ max: walBytes - 12 * frameBytes }),
    mask: fc.array(fc.integer({ min: 1, max: 255 }), { minLength: 1, maxLength: 8 }),
  });
  await fc.assert(
    fc.asyncProperty(change, async ({ offset, mask }) => {
      offsets.push(offset);
      expect(await openAfter((wal) => flip(wal, offset, mask))).toEqual([damaged, damaged]);
    }),
    { numRuns: 20 },
  );
  expect(Math.max(...offsets) - Math.min(...offsets)).toBeGreaterThan(walBytes / 4);
});

test.each([
  ['the magic number', 0],
  ['the page size', 9],
  ['a salt', 17],
  ['its checksum', 28],
])('refuses a write-ahead log whose header is changed: %s', async (_what, offset) => {
  expect(await openAfter((wal) => flip(wal, offset, [1]))).toEqual([damaged, damaged]);
});

test('opens a log whose last commit is incomplete, as after a power cut, without it', async () => {
  expect(await openAfter((wal) => truncateSync(wal, walBytes - 100))).toEqual([69n, 69n]);
  expect(await openAfter((wal) => flip(wal, walBytes - 100, [1]))).toEqual([69n, 69n]);
});
