/** Logs of the first release with checksums, whose rows have a CRC-32 of 32 bits. */
import { rmSync } from 'node:fs';
import { dirname } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { crc32 } from 'node:zlib';
import { expect, onTestFinished, test } from 'vitest';
import { collect } from '../../../tests/contracts/event-log/sample-events.ts';
import { crashedLog } from '../../../tests/support/damaged-log.ts';
import type { EventFilter, ReadableLog } from '../../core/event-log.ts';
import { openSqliteEventLog } from './open-sqlite-event-log.ts';
import { openSqliteLogReader } from './open-sqlite-log-reader.ts';

const count = 40;

function earliestLog(damage = ''): string {
  const file = crashedLog({ checkpointed: count, waiting: 0 }, (n) => `stream-${n % 3}`);
  onTestFinished(() => rmSync(dirname(file), { recursive: true }));
  const db = new DatabaseSync(file);
  db.function('crc', (text) => crc32(String(text)) | 0);
  const text = `position || ' ' || revision || ' ' || stream || ' ' || id || ' ' || type || ' ' || record`;
  db.exec(`UPDATE events SET checksum = crc(${text})`);
  db.exec(damage);
  db.close();
  return file;
}

const readFrom = (log: Pick<ReadableLog, 'readAll'>, filter: EventFilter = {}) => collect(log.readAll({ filter }));

const leaveOutAll = { types: ['NeverRecorded'] };

test('are read, and appended to', async () => {
  const file = earliestLog();
  const log = await openSqliteEventLog({ file });
  const [first] = await readFrom(log);
  if (first === undefined) throw new Error('The log is empty');
  await log.append('new', [{ id: 'new', type: first.type, data: first.data, meta: first.meta }], 'no_stream');
  await log.close();
  const reopened = openSqliteLogReader(file);
  onTestFinished(() => reopened.close());
  expect(await readFrom(reopened)).toHaveLength(count + 1);
  expect(await readFrom(reopened, leaveOutAll)).toEqual([]);
});

test('are followed by a newer version of the file, which the release that wrote them refuses', async () => {
  const file = earliestLog('PRAGMA user_version = 1');
  await (await openSqliteEventLog({ file })).close();
  const db = new DatabaseSync(file);
  onTestFinished(() => db.close());
  expect(db.prepare('PRAGMA user_version').get()).toEqual({ user_version: 2 });
});

test.each([`type = 'Other'`, `record = replace(record, 'n', 'm')`])(
  'are refused where an event was changed, also when a filter leaves it out: %s',
  async (change) => {
    const file = earliestLog(`UPDATE events SET ${change} WHERE position = 7`);
    const log = openSqliteLogReader(file);
    onTestFinished(() => log.close());
    await expect(readFrom(log, leaveOutAll)).rejects.toMatchObject({ position: 7n });
  },
);
