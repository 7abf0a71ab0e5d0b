import { describe, expect, test } from 'vitest';
import { simulatedHistory } from './simulated-history.ts';

const until = new Date('2026-06-30T00:00:00Z');
const bytesOf = (events: number, seed: number, end = until): string[] =>
  Array.from(simulatedHistory({ events, seed, until: end }), ({ stream, expected, events: appended }) =>
    JSON.stringify([stream, String(expected), appended]),
  );
const countIn = (appends: readonly string[]): number =>
  appends.reduce((sum, append) => sum + JSON.parse(append)[2].length, 0);

describe('a simulated history', () => {
  test('is the same bytes for the same seed, and others for another one', () => {
    const history = bytesOf(4_000, 1);
    expect(bytesOf(4_000, 1)).toEqual(history);
    const other = bytesOf(4_000, 2);
    const isShared = new Set(history);
    expect(other.filter((append) => isShared.has(append))).toHaveLength(0);
  });

  test('begins with the shorter ones', () => {
    const history = bytesOf(4_000, 1);
    for (const events of [1, 11, 500, 3_999]) {
      const shorter = bytesOf(events, 1);
      expect(shorter).toEqual(history.slice(0, shorter.length));
    }
  });

  test.each([1, 100, 2_500, 12_345])('has %i events, and what completes the last request', (events) => {
    const count = countIn(bytesOf(events, 3));
    expect(count).toBeGreaterThanOrEqual(events);
    expect(count).toBeLessThan(events + 200);
  });

  test('is in the year before the given end, whatever the time zone and the clock of the machine', () => {
    const ends = ['2026-06-30T00:00:00.000Z', '2031-01-01T00:00:00.000Z'];
    for (const end of ends) {
      const [first = ''] = bytesOf(1, 1, new Date(end));
      const yearMs = 365 * 24 * 60 * 60_000;
      expect(first).toContain(`"at":"${new Date(Date.parse(end) - yearMs).toISOString()}"`);
    }
  });
});
