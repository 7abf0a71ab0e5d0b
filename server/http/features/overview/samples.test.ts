import { expect, test, vi } from 'vitest';
import { Samples } from './samples.ts';

const reportOf = (lagSeconds: number) => ({
  name: 'posts',
  version: 1,
  state: 'live',
  position: '1',
  lagEvents: 0,
  hasMoreEvents: false,
  lagSeconds,
  ...{
    failingAt: undefined,
    error: undefined,
    rebuild: undefined,
    verified: undefined,
    differed: undefined,
    skipped: [],
  },
});

test('a sample is taken at each interval, and those of the last hour are kept', async () => {
  vi.useFakeTimers({ now: Date.UTC(2026, 10, 18, 12) });
  let lag = 0;
  const samples = new Samples({
    reports: { names: ['posts'], read: async () => [{ ...reportOf(lag), state: 'live' }] },
    connections: () => 3,
    countEvents: (since, until) => (until.getTime() - since.getTime()) / 100,
  });
  samples.start();
  samples.countFailure();
  await vi.advanceTimersByTimeAsync(10_000);
  lag = 4.5;
  await vi.advanceTimersByTimeAsync(10_000);
  expect(samples.columns()).toEqual({
    at: [10_000, 20_000].map((ms) => Date.UTC(2026, 10, 18, 12) + ms),
    eventsPerSecond: [10, 10],
    sockets: [3, 3],
    failures: [1, 0],
    lagSeconds: { posts: [0, 4.5] },
  });
  await vi.advanceTimersByTimeAsync(2 * 3_600_000);
  const { at } = samples.columns();
  expect(at).toHaveLength(360);
  expect(at.at(-1)).toBe(Date.now());
  samples.stop();
  vi.useRealTimers();
});

test('what cannot be read is missing in a sample', async () => {
  const samples = new Samples({
    reports: { names: ['posts'], read: () => Promise.reject(new Error('The log is gone')) },
    connections: () => 0,
    countEvents: () => {
      throw new Error('The index is gone');
    },
  });
  await samples.sample();
  expect(samples.columns()).toMatchObject({ eventsPerSecond: [null], sockets: [0], lagSeconds: { posts: [null] } });
});
