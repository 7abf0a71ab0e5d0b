import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { QuietLogger } from '../../tests/support/quiet-logger.ts';
import { coveredPosition } from './restore-models.ts';
import { SnapshotKeeper } from './snapshot-keeper.ts';

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

/** Checks each second, and makes snapshots after ten new positions. */
function open(make: (signal: AbortSignal) => Promise<void>) {
  const logger = new QuietLogger();
  let end = 14n;
  const keeper = new SnapshotKeeper({
    ...{ head: async () => end, coveredPosition: 5n, make, minNewPositions: 10, checkIntervalMs: 1_000, logger },
  });
  const headAt = async (position: bigint) => {
    end = position;
    await vi.advanceTimersByTimeAsync(1_000);
  };
  return { keeper, logger, headAt };
}

describe('snapshots while the program runs', () => {
  test.each([
    ['made', async () => {}, ['info', 'info']],
    ['tried', () => Promise.reject(new Error('The disk is full')), ['warn', 'warn']],
  ])('are %s after so many new positions, and again after as many more', async (_what, attempt, levels) => {
    const make = vi.fn(attempt);
    const { keeper, logger, headAt } = open(make);
    keeper.start();
    const calls: number[] = [];
    for (const position of [14n, 15n, 24n, 24n, 25n, 26n]) {
      await headAt(position);
      calls.push(make.mock.calls.length);
    }
    expect(calls).toEqual([0, 1, 1, 1, 2, 2]);
    expect(logger.lines.map(({ level }) => level)).toEqual(levels);
    await keeper.stop();
    await headAt(90n);
    expect(make).toHaveBeenCalledTimes(2);
  });

  test('are interrupted by a stop, which waits for their end and logs no failure', async () => {
    const ended = Promise.withResolvers<void>();
    const aborted = vi.fn();
    const { keeper, logger, headAt } = open(async (signal) => {
      signal.addEventListener('abort', aborted);
      await ended.promise;
      throw new Error('Interrupted');
    });
    keeper.start();
    await headAt(15n);
    const stopped = vi.fn();
    const stopping = keeper.stop().then(stopped);
    await vi.advanceTimersByTimeAsync(1_000);
    expect([aborted.mock.calls.length, stopped.mock.calls.length]).toEqual([1, 0]);
    ended.resolve();
    await stopping;
    expect(logger.lines).toEqual([]);
  });
});

test('what all models cover is the lowest of their positions, and nothing if one is empty', async () => {
  const at = (position: bigint | undefined) => ({
    ...{ projection: { name: 'posts', version: 1 }, restore: () => {}, position: async () => position },
  });
  expect(await coveredPosition([at(6n), at(4n), at(9n)])).toBe(4n);
  expect(await coveredPosition([at(6n), at(undefined)])).toBe(0n);
  expect(await coveredPosition([])).toBe(0n);
});
