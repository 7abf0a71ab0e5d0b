import { describe, expect, it } from 'vitest';
import { lagsOf, lastOf, peakOf, samplesToCatchUp, since } from './series.ts';
import { lineOf } from './spark-line.tsx';

const samples = {
  at: [1_000, 2_000, 3_000, 4_000],
  eventsPerSecond: [1, null, 3, null],
  sockets: [1, 1, 1, 1],
  failures: [0, 0, 0, 0],
  lagSeconds: { posts: [0, 0, 0, 0], lists: [0, 5, 2, 0], plans: [0, 0, 0, 1] },
};

describe('the samples of the overview', () => {
  it('put the projection first that lags now, then the one that lagged most', () => {
    expect(lagsOf(samples).map(({ name }) => name)).toEqual(['plans', 'lists', 'posts']);
  });

  it('have a peak, and the time until the lag was gone', () => {
    expect(peakOf(samples.lagSeconds.lists)).toEqual({ index: 1, value: 5 });
    expect(samplesToCatchUp(samples.lagSeconds.lists, 1)).toBe(2);
    expect(samplesToCatchUp(samples.lagSeconds.plans, 3)).toBeUndefined();
    expect(peakOf(samples.lagSeconds.posts)).toBeUndefined();
    expect(lastOf(samples.eventsPerSecond)).toBe(3);
  });

  it('are cut to the last minutes, all in the same way', () => {
    const cut = since(samples, 2_500);
    expect(cut.at).toEqual([3_000, 4_000]);
    expect(cut.lagSeconds.lists).toEqual([2, 0]);
    expect(since(samples, 9_000).at).toEqual([]);
  });

  it('are a line without broken numbers, however few or many they are', () => {
    expect(lineOf([])).toBe('');
    expect(lineOf([1])).toBe('');
    expect(lineOf([0, 1])).toBe('M0 27L100 2');
    const long = lineOf(Array.from({ length: 3_600 }, (_, at) => (at % 7 === 0 ? null : at)));
    expect(long.match(/L/g)?.length).toBeLessThanOrEqual(60);
    expect(long).not.toMatch(/NaN|Infinity/);
  });
});
