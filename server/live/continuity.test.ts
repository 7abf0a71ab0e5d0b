import { expect, test } from 'vitest';
import { createContinuity } from './continuity.ts';
import { community } from './rooms.ts';

const addressed = [{ room: community, message: { kind: 'post.deleted', position: '1', postId: 'p1' } }] as const;

test('deliveries that follow each other lose nothing; what is missing between them is noticed', () => {
  const continues = createContinuity();
  const hear = (from: string, ...numbers: number[]) => numbers.map((number) => continues({ from, number, addressed }));
  expect(hear('a', 1)).toEqual([false]); // What the one before it left untold is not known.
  expect(hear('a', 2, 3)).toEqual([true, true]);
  expect(hear('b', 1, 2)).toEqual([false, true]);
  expect(hear('a', 4, 6, 7)).toEqual([true, false, true]);
});

test('a sign of life shows that the last delivery was lost', () => {
  const continues = createContinuity();
  const lives = (number: number) => continues({ from: 'a', number, addressed: [] });
  continues({ from: 'a', number: 1, addressed });
  expect([lives(1), lives(1), lives(2), lives(2)]).toEqual([true, true, false, true]);
});

test('of a gateway that was not heard of for a minute nothing is known', () => {
  let now = 0;
  const continues = createContinuity(() => now);
  continues({ from: 'a', number: 1, addressed });
  now = 61_000;
  expect(continues({ from: 'a', number: 2, addressed })).toBe(false);
});
