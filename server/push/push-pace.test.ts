import { expect, test } from 'vitest';
import { PushPace } from './push-pace.ts';

const minuteMs = 60_000;
const phone = 'https://push.example/phone';

let nowMs = 0;
const newPace = () => {
  nowMs = 1_000;
  return new PushPace(() => nowMs);
};
const unsent = (id: string, since: number, { by = 'ann', readThrough = -1 } = {}) => ({
  since,
  readThrough,
  by,
  message: { id, title: 'Ann liked your post', body: '', address: '/' },
});
/** Sends it if that is allowed. */
function offer(pace: PushPace, one: ReturnType<typeof unsent>, endpoint = phone): boolean {
  const isAllowed = pace.allows(endpoint, one);
  if (isAllowed) pace.sent(endpoint, one);
  return isAllowed;
}

test('allows one message about the same in ten minutes, and another in each browser', () => {
  const pace = newPace();
  expect(offer(pace, unsent('like:1', 1))).toBe(true);
  expect(offer(pace, unsent('like:1', 3))).toBe(false);
  expect(offer(pace, unsent('like:1', 3), 'https://push.example/laptop')).toBe(true);
  expect(offer(pace, unsent('like:2', 3))).toBe(true);
  nowMs += 9 * minuteMs;
  expect(offer(pace, unsent('like:1', 5))).toBe(false);
  nowMs += 2 * minuteMs;
  expect(offer(pace, unsent('like:1', 7))).toBe(true);
});

test('allows the next message at once when the user has read the last one', () => {
  const pace = newPace();
  offer(pace, unsent('like:1', 10));
  expect(offer(pace, unsent('like:1', 12, { readThrough: 9 }))).toBe(false);
  expect(offer(pace, unsent('like:1', 14, { readThrough: 10 }))).toBe(true);
});

test('bounds what one user causes, and not what others do', () => {
  const pace = newPace();
  const allowed = Array.from({ length: 30 }, (_, n) => offer(pace, unsent(`comment:${n}`, n)));
  expect(allowed.filter(Boolean)).toHaveLength(10);
  expect(offer(pace, unsent('comment:by-bo', 40, { by: 'bo' }))).toBe(true);
  nowMs += 11 * minuteMs;
  expect(offer(pace, unsent('comment:later', 41))).toBe(true);
});
