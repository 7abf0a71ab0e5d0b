import { expect, test } from 'vitest';
import { untilServed } from './until-served.ts';

const times = { checkMs: 1, maxBuildMs: 20 };

test('waits for a build, but not forever, since one that is stale before an event never ends', async () => {
  const { signal } = new AbortController();
  let checks = 0;
  await untilServed(async () => ++checks === 3, signal, { ...times, maxBuildMs: 60_000 });
  expect(checks).toBe(3);
  await untilServed(async () => false, signal, times);
});

test('waits as long as the store does not answer, or until it is closed', async () => {
  const startedAtMs = performance.now();
  const isLate = () => performance.now() - startedAtMs > 3 * times.maxBuildMs;
  const answer = async () => {
    if (isLate()) return true;
    throw new Error('Redis does not answer');
  };
  await untilServed(answer, new AbortController().signal, times);
  expect(isLate()).toBe(true);
  await untilServed(() => Promise.reject(new Error('Redis does not answer')), AbortSignal.timeout(10), times);
});
