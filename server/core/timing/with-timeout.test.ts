import { expect, test } from 'vitest';
import { TimedOut, withTimeout } from './with-timeout.ts';

const never = new Promise<never>(() => {});

test('settles as the work does if that is in time', async () => {
  expect(await withTimeout(Promise.resolve('soup'), 1_000)).toBe('soup');
  await expect(withTimeout(Promise.reject(new Error('burnt')), 1_000)).rejects.toThrow('burnt');
});

test('rejects with TimedOut after the time-out', async () => {
  await expect(withTimeout(never, 5)).rejects.toBeInstanceOf(TimedOut);
});

test('rejects with the reason of an abort, unless the work has settled already', async () => {
  const closed = new AbortController();
  const waiting = withTimeout(never, 60_000, closed.signal);
  closed.abort(new Error('closed'));
  await expect(waiting).rejects.toThrow('closed');
  await expect(withTimeout(never, 60_000, closed.signal)).rejects.toThrow('closed');
  expect(await withTimeout(Promise.resolve('soup'), 60_000, closed.signal)).toBe('soup');
});
