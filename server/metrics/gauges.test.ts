import { Registry } from 'prom-client';
import { expect, test, vi } from 'vitest';
import type { RunningReport } from '../../projections/status/projection-reports.ts';
import { parseSamples, sampleValue } from '../../tests/support/metrics.ts';
import { createGauges, type GaugeSources } from './gauges.ts';

const report: RunningReport = {
  name: 'posts',
  version: 1,
  state: 'paused',
  position: '7',
  lagEvents: 12,
  hasMoreEvents: false,
  lagSeconds: 30,
  failingAt: undefined,
  error: undefined,
  rebuild: undefined,
  verified: undefined,
  differed: undefined,
  skipped: [],
};

function gaugesOf(sources: Partial<GaugeSources>) {
  const registry = new Registry();
  const read = createGauges(registry, {
    health: async () => ({ status: 'ready', parts: [{ name: 'event log', ready: true }] }),
    reports: { read: async () => [report] },
    seals: { sealedAt: async () => new Date(1_700_000_000_000) },
    live: { connections: 3, rooms: 5 },
    limits: { isShared: true },
    ...sources,
  });
  return async () => {
    await read();
    return parseSamples(await registry.metrics());
  };
}

test('shows lag and state of each projection, health, sockets, rooms and the last seal', async () => {
  const samples = await gaugesOf({})();
  expect(sampleValue(samples, 'potluck_projection_lag_events', { projection: 'posts' })).toBe(12);
  expect(sampleValue(samples, 'potluck_projection_lag_seconds', { projection: 'posts' })).toBe(30);
  expect(sampleValue(samples, 'potluck_projection_state', { projection: 'posts', state: 'paused' })).toBe(1);
  expect(sampleValue(samples, 'potluck_part_ready', { part: 'event log' })).toBe(1);
  expect(sampleValue(samples, 'potluck_live_sockets')).toBe(3);
  expect(sampleValue(samples, 'potluck_live_rooms')).toBe(5);
  expect(sampleValue(samples, 'potluck_limits_shared')).toBe(1);
  expect(sampleValue(samples, 'potluck_last_seal_timestamp_seconds')).toBe(1_700_000_000);
});

test('forgets the former state of a projection', async () => {
  let state: 'paused' | 'live' = 'paused';
  const read = gaugesOf({ reports: { read: async () => [{ ...report, state }] } });
  await read();
  state = 'live';
  const states = (await read()).filter(({ name }) => name === 'potluck_projection_state');
  expect(states.map(({ labels }) => labels.state)).toEqual(['live']);
});

test('leaves out what cannot be read in time, without reading it again, and shows the rest', async () => {
  vi.useFakeTimers();
  try {
    const { promise, resolve } = Promise.withResolvers<RunningReport[]>();
    const reads = vi.fn(() => promise);
    const read = gaugesOf({
      reports: { read: reads },
      seals: { sealedAt: () => Promise.reject(new Error('No disk')) },
    });
    for (let scrape = 0; scrape < 3; scrape++) {
      const scraped = read();
      await vi.advanceTimersByTimeAsync(5_000);
      expect(sampleValue(await scraped, 'potluck_projection_lag_events')).toBeUndefined();
      expect(sampleValue(await scraped, 'potluck_live_sockets')).toBe(3);
    }
    expect(reads).toHaveBeenCalledTimes(1);
    resolve([report]);
    await vi.advanceTimersByTimeAsync(0);
    expect(sampleValue(await read(), 'potluck_projection_lag_events')).toBe(12);
  } finally {
    vi.useRealTimers();
  }
});
