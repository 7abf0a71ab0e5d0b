import { expect, test } from 'vitest';
import { noControls } from './control.ts';
import { untilIdle } from './standby.ts';

/** Which checkpoints a runner on standby reports, and whether they are the end of the log, until the other one stops. */
async function reported(end: bigint | undefined, ...checkpoints: (bigint | undefined)[]) {
  const reports: [checkpoint: bigint | undefined, isAtEnd: boolean][] = [];
  const { signal } = new AbortController();
  const isFree = await untilIdle({
    log: { head: async () => end },
    // Read twice for each report: at the beginning and at the end of a delay.
    model: { checkpoint: async () => checkpoints.shift() },
    control: noControls.of({ name: 'notes', version: 1 }),
    delays: { standbyMs: 1 },
    interrupted: signal,
    stopped: signal,
    onRead: (...report) => void reports.push(report),
  });
  expect([isFree, checkpoints]).toEqual([true, []]);
  return reports;
}

test('a runner on standby has caught up once the other one reaches the end, and is free when that one stops', async () => {
  expect(await reported(30n, undefined, 10n, 10n, 20n, 30n, 40n, 40n, 40n)).toEqual([
    [undefined, false],
    [10n, false],
    [30n, true],
    [40n, true],
  ]);
});

test('an empty log has its end at its beginning', async () => {
  expect(await reported(undefined, undefined, undefined)).toEqual([[undefined, true]]);
});
