import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { QuietLogger } from '../../tests/support/quiet-logger.ts';
import type { WriteFailure } from '../core/event-log.ts';
import { WriteWatch } from './write-watch.ts';

const full: WriteFailure = { code: 'DISK_FULL', reason: 'database or disk is full' };

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

function watched() {
  const logger = new QuietLogger();
  const probe = vi.fn();
  const watch = new WriteWatch({ logger, probe });
  return { logger, probe, watch, levels: () => logger.lines.map(({ level }) => level) };
}

test('logs the first failed append and the recovery, not the failures between', () => {
  const { watch, levels, probe } = watched();
  for (let appends = 0; appends < 100; appends++) watch.failed(full);
  expect(levels()).toEqual(['error']);
  vi.advanceTimersByTime(60_000);
  // One probe at a time: a hanging disk does not answer.
  expect(probe).toHaveBeenCalledOnce();
  watch.probed(full);
  expect(watch.failure).toEqual(full);
  vi.advanceTimersByTime(5_000);
  expect(probe).toHaveBeenCalledTimes(2);
  watch.probed(undefined);
  expect(watch.failure).toBeUndefined();
  expect(levels()).toEqual(['error', 'warn']);
  vi.advanceTimersByTime(60_000);
  expect(probe).toHaveBeenCalledTimes(2);
});

test('logs a new failure after a recovery', () => {
  const { watch, levels } = watched();
  watch.failed(full);
  watch.probed(undefined);
  watch.failed({ code: 'NO_ANSWER', reason: 'the server is away' });
  expect(watch.failure).toMatchObject({ code: 'NO_ANSWER' });
  watch.failed(full);
  expect(watch.failure).toEqual(full);
  expect(levels()).toEqual(['error', 'warn', 'warn']);
});
