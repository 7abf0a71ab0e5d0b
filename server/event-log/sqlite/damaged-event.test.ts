import { afterAll, beforeAll, expect, test } from 'vitest';
import { collect } from '../../../tests/contracts/event-log/sample-events.ts';
import { makeSealedLog, type SealedLog } from '../../../tests/support/sealed-log.ts';
import { DamagedEvent } from '../../core/event-log.ts';

const damaged = 100;

let log: SealedLog;
beforeAll(async () => {
  log = await makeSealedLog();
  log.append(300);
  log.tamper((db) => db.prepare(`UPDATE events SET record = '[' WHERE position = ?`).run(damaged));
});
afterAll(() => log.remove());

test('names the position of a damaged event', async () => {
  const error = await log.read((reader) => collect(reader.readAll()).catch((reason: unknown) => reason));
  expect(error).toBeInstanceOf(DamagedEvent);
  expect(error).toMatchObject({ position: 100n, code: 'EVENT_LOG_UNAVAILABLE' });
});

test('reads the events before and after a damaged one', async () => {
  await log.read(async (reader) => {
    expect(await collect(reader.readAll({ limit: damaged - 1 }))).toHaveLength(damaged - 1);
    expect(await collect(reader.readAll({ after: BigInt(damaged) }))).toHaveLength(300 - damaged);
    await expect(collect(reader.readAll({ after: BigInt(damaged) - 1n, limit: 1 }))).rejects.toBeInstanceOf(
      DamagedEvent,
    );
  });
});
