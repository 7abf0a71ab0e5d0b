import { expect, test } from 'vitest';
import { createContinuity } from './continuity.ts';
import { community } from './rooms.ts';

const addressed = [{ room: community, message: { kind: 'post.deleted', position: '1', postId: 'p1' } }] as const;

test('accepts consecutive deliveries and detects a gap', () => {
  const { continues } = createContinuity();
  const receive = (from: string, ...numbers: number[]) =>
    numbers.map((number) => continues({ from, number, addressed }));
  expect(receive('a', 1)).toEqual([false]); // Earlier deliveries may be missing.
  expect(receive('a', 2, 3)).toEqual([true, true]);
  expect(receive('b', 1, 2)).toEqual([false, true]);
  expect(receive('a', 4, 6, 7)).toEqual([true, false, true]);
});

test('detects the loss of the last delivery by a heartbeat', () => {
  const { continues } = createContinuity();
  const heartbeat = (number: number) => continues({ from: 'a', number, addressed: [] });
  continues({ from: 'a', number: 1, addressed });
  expect([heartbeat(1), heartbeat(1), heartbeat(2), heartbeat(2)]).toEqual([true, true, false, true]);
});

test('detects once that a gateway has fallen silent, and accepts what follows when it was only paused', () => {
  const { continues, heartbeat } = createContinuity();
  const heartbeats = (count: number) => Array.from({ length: count }, heartbeat);
  continues({ from: 'a', number: 1, addressed });
  continues({ from: 'b', number: 1, addressed });
  expect(heartbeats(6)).not.toContain(true);
  continues({ from: 'b', number: 1, addressed: [] });
  expect(heartbeats(6)).toEqual([true, false, false, false, false, false]);
  continues({ from: 'b', number: 1, addressed: [], isLast: true });
  expect(heartbeats(600)).not.toContain(true);
  expect(continues({ from: 'a', number: 2, addressed })).toBe(true);
});

test('forgets a gateway that stays silent for an hour', () => {
  const { continues, heartbeat } = createContinuity();
  continues({ from: 'a', number: 1, addressed });
  for (let n = 0; n < 725; n++) heartbeat();
  expect(continues({ from: 'a', number: 2, addressed })).toBe(false);
});
