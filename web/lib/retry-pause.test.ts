import { onlineManager } from '@tanstack/react-query';
import { beforeEach, expect, test, vi } from 'vitest';
import { notifyMissed } from './live-missed.ts';
import { createRetryPause } from './retry-pause.ts';

const { page } = vi.hoisted(() => {
  const page = new EventTarget();
  vi.stubGlobal('addEventListener', page.addEventListener.bind(page));
  return { page };
});

beforeEach(() => {
  vi.useFakeTimers();
  vi.spyOn(Math, 'random').mockReturnValue(0.5);
  return () => {
    vi.useRealTimers();
    onlineManager.setOnline(true);
  };
});

const pauses = [1_000, 2_000, 4_000, 8_000, 16_000, 30_000, 30_000];

/** Runs a pause to its end. Returns its length in ms. */
async function lengthOf(pause: Promise<void>): Promise<number> {
  const startedAt = Date.now();
  const endedAt = pause.then(() => Date.now());
  await vi.advanceTimersByTimeAsync(60_000);
  return (await endedAt) - startedAt;
}

test('doubles up to 30 s, and starts again after a success or in another outage', async () => {
  const pause = createRetryPause();
  for (const length of pauses) expect(await lengthOf(pause.afterFailure())).toBe(length);
  pause.reset();
  expect(await lengthOf(pause.afterFailure())).toBe(1_000);
  expect(await lengthOf(pause.afterFailure())).toBe(2_000);
  vi.setSystemTime(Date.now() + 3_600_000);
  expect(await lengthOf(pause.afterFailure())).toBe(1_000);
});

test.each([
  ['the network is back', () => page.dispatchEvent(new Event('online'))],
  ['the live connection is back', notifyMissed],
])('ends at once when %s, even if its time has passed while offline', async (_, back) => {
  const pause = createRetryPause();
  const online = vi.fn();
  void pause.afterFailure().then(online);
  back();
  await vi.advanceTimersByTimeAsync(0);
  expect(online).toHaveBeenCalledOnce();

  onlineManager.setOnline(false);
  const offline = vi.fn();
  void pause.afterFailure().then(offline);
  await vi.advanceTimersByTimeAsync(60_000);
  expect(offline).not.toHaveBeenCalled();
  back();
  await vi.advanceTimersByTimeAsync(0);
  expect(offline).toHaveBeenCalledOnce();
});

test('ends at once when the signal is aborted, during or before the pause', async () => {
  const pause = createRetryPause();
  const aborted = new AbortController();
  const ended = vi.fn();
  void pause.afterFailure(aborted.signal).then(ended);
  aborted.abort();
  await vi.advanceTimersByTimeAsync(0);
  void pause.afterFailure(aborted.signal).then(ended);
  await vi.advanceTimersByTimeAsync(0);
  expect(ended).toHaveBeenCalledTimes(2);
  expect(pause.running).toBeUndefined();
});

test('counts failures during one pause once', async () => {
  const pause = createRetryPause();
  await Promise.all([lengthOf(pause.afterFailure()), pause.afterFailure()]);
  expect(pause.failures).toBe(1);
});
