import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { EventLogUnavailable } from '../../core/event-log.ts';
import { CallSlots } from './call-slots.ts';

beforeEach(() => {
  vi.useFakeTimers();
});
afterEach(() => {
  vi.useRealTimers();
});

test('who finds no free slot gets the next one given back, first come, first served', async () => {
  const slots = new CallSlots(1, 10, 1_000);
  const giveBack = await slots.take();
  const order: string[] = [];
  const first = slots.take().then((back) => {
    order.push('first');
    back();
  });
  const second = slots.take().then((back) => {
    order.push('second');
    back();
  });
  await vi.advanceTimersByTimeAsync(999);
  expect(order).toEqual([]);
  giveBack();
  await Promise.all([first, second]);
  expect(order).toEqual(['first', 'second']);
  await slots.take();
});

test('who waits too long is refused, and does not take a slot later', async () => {
  const slots = new CallSlots(1, 10, 1_000);
  const giveBack = await slots.take();
  const late = expect(slots.take()).rejects.toBeInstanceOf(EventLogUnavailable);
  await vi.advanceTimersByTimeAsync(1_000);
  await late;
  giveBack();
  await slots.take();
});

test('no more than so many wait', async () => {
  const slots = new CallSlots(1, 2, 1_000);
  await slots.take();
  const waiting = [slots.take(), slots.take()].map((turn) => expect(turn).rejects.toThrow('no turn within 1000 ms'));
  await expect(slots.take()).rejects.toThrow('2 calls are waiting for EventStoreDB already');
  await vi.advanceTimersByTimeAsync(1_000);
  await Promise.all(waiting);
});
