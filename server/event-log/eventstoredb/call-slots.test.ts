import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { EventLogUnavailable } from '../../core/event-log.ts';
import { CallSlots } from './call-slots.ts';

beforeEach(() => {
  vi.useFakeTimers();
});
afterEach(() => {
  vi.useRealTimers();
});

test('gives a released slot to the caller that has waited longest', async () => {
  const slots = new CallSlots(1, 10, 1_000);
  const release = await slots.take();
  const order: string[] = [];
  const first = slots.take().then((releaseFirst) => {
    order.push('first');
    releaseFirst();
  });
  const second = slots.take().then((releaseSecond) => {
    order.push('second');
    releaseSecond();
  });
  await vi.advanceTimersByTimeAsync(999);
  expect(order).toEqual([]);
  release();
  await Promise.all([first, second]);
  expect(order).toEqual(['first', 'second']);
  await slots.take();
});

test('rejects a waiting caller after the time-out, and gives it no slot later', async () => {
  const slots = new CallSlots(1, 10, 1_000);
  const release = await slots.take();
  const late = expect(slots.take()).rejects.toBeInstanceOf(EventLogUnavailable);
  await vi.advanceTimersByTimeAsync(1_000);
  await late;
  release();
  await slots.take();
});

test('bounds the number of waiting callers', async () => {
  const slots = new CallSlots(1, 2, 1_000);
  await slots.take();
  const waiting = [slots.take(), slots.take()].map((turn) => expect(turn).rejects.toThrow('no turn within 1000 ms'));
  await expect(slots.take()).rejects.toThrow('2 calls are waiting for EventStoreDB already');
  await vi.advanceTimersByTimeAsync(1_000);
  await Promise.all(waiting);
});
