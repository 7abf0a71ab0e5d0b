import { expect, test } from 'vitest';
import { createContinuity } from './continuity.ts';
import { community } from './rooms.ts';

const addressed = [{ room: community, message: { kind: 'post.deleted', position: '1', postId: 'p1' } }] as const;

test('accepts consecutive deliveries and detects a gap', () => {
  const continues = createContinuity();
  const receive = (from: string, ...numbers: number[]) =>
    numbers.map((number) => continues({ from, number, addressed }));
  expect(receive('a', 1)).toEqual([false]); // Earlier deliveries may be missing.
  expect(receive('a', 2, 3)).toEqual([true, true]);
  expect(receive('b', 1, 2)).toEqual([false, true]);
  expect(receive('a', 4, 6, 7)).toEqual([true, false, true]);
});

test('detects the loss of the last delivery by a heartbeat', () => {
  const continues = createContinuity();
  const heartbeat = (number: number) => continues({ from: 'a', number, addressed: [] });
  continues({ from: 'a', number: 1, addressed });
  expect([heartbeat(1), heartbeat(1), heartbeat(2), heartbeat(2)]).toEqual([true, true, false, true]);
});

test('forgets a gateway after a minute without a delivery', () => {
  let now = 0;
  const continues = createContinuity(() => now);
  continues({ from: 'a', number: 1, addressed });
  now = 61_000;
  expect(continues({ from: 'a', number: 2, addressed })).toBe(false);
});
