import fc from 'fast-check';
import { expect, test } from 'vitest';
import {
  doneText,
  isRinging,
  maxTimers,
  nextEnd,
  paused,
  remainingMs,
  resumed,
  started,
  stopped,
  type Timers,
  timersFrom,
  timeText,
  withMinute,
} from './timers.ts';

const eggs = { id: 'ramen 1 0', recipeId: 'ramen', label: 'Eggs', seconds: 390 };
const none: Timers = [];
const at = (timers: Timers, now: number) => timers.map((timer) => timeText(remainingMs(timer, now)));

test('runs to its end, also while the page is closed', () => {
  const timers = timersFrom(JSON.parse(JSON.stringify(started(none, eggs, 1_000))), 201_000);
  expect(at(timers, 1_000)).toEqual(['6:30']);
  expect(at(timers, 201_000)).toEqual(['3:10']);
  expect(timers.map((timer) => isRinging(timer, 390_999))).toEqual([false]);
  expect(timers.map((timer) => isRinging(timer, 391_000))).toEqual([true]);
  expect(nextEnd(timers, 5_000)).toBe(391_000);
  expect(nextEnd(timers, 391_000)).toBeUndefined();
});

test('is started once by each duration of a text', () => {
  const twice = started(started(none, eggs, 0), eggs, 60_000);
  expect(at(twice, 60_000)).toEqual(['5:30']);
  expect(started(twice, { ...eggs, id: 'ramen 1 1' }, 0)).toHaveLength(2);
  const many = Array.from({ length: 30 }, (_, n) => ({ ...eggs, id: String(n) }));
  expect(many.reduce((timers, timer) => started(timers, timer, 0), none)).toHaveLength(maxTimers);
});

test('keeps its rest while it is paused', () => {
  const waiting = paused(started(none, eggs, 0), eggs.id, 90_000);
  expect(at(waiting, 9_000_000)).toEqual(['5:00']);
  expect(nextEnd(waiting, 90_000)).toBeUndefined();
  expect(at(resumed(waiting, eggs.id, 100_000), 160_000)).toEqual(['4:00']);
  expect(at(withMinute(waiting, eggs.id, 0), 0)).toEqual(['6:00']);
});

test('is there after a reload while it is paused', () => {
  const now = Date.parse('2026-11-29T12:00:00Z');
  const waiting = paused(started(none, eggs, now), eggs.id, now + 90_000);
  expect(at(timersFrom(JSON.parse(JSON.stringify(waiting)), now + 9_000_000), now)).toEqual(['5:00']);
});

test('runs a minute longer, also after its end, or is stopped', () => {
  const timers = started(none, eggs, 0);
  expect(at(withMinute(timers, eggs.id, 30_000), 30_000)).toEqual(['7:00']);
  const again = withMinute(timers, eggs.id, 500_000);
  expect(at(again, 500_000)).toEqual(['1:00']);
  expect(again.map((timer) => isRinging(timer, 500_000))).toEqual([false]);
  expect(paused(timers, eggs.id, 500_000)).toEqual(timers);
  expect(stopped(timers, eggs.id)).toEqual([]);
});

test.each([
  [0, '0:00'],
  [1, '0:01'],
  [59_001, '1:00'],
  [600_000, '10:00'],
  [3_850_000, '1:04:10'],
])('shows %d ms as %s', (ms, text) => {
  expect(timeText(ms)).toBe(text);
});

test.each([
  ['Pork', 'Pork is done'],
  ['Eggs', 'Eggs are done'],
  ['Couscous', 'Couscous is done'],
  ['Watercress', 'Watercress is done'],
  ['Step 3', 'Step 3 is done'],
])('says of %s: %s', (label, text) => {
  expect(doneText(label)).toBe(text);
});

test.each([
  null,
  'what',
  [1, null, {}],
  [{ ...eggs, durationMs: 1, endsAt: 'soon' }],
  [{ ...eggs, durationMs: 1, endsAt: -50_000_000 }],
])('reads no timer from %j', (stored) => {
  expect(timersFrom(stored, 0)).toEqual([]);
});

test('never has more left than its duration, whatever is pressed', () => {
  const presses = { paused, resumed, withMinute };
  const press = fc.record({
    kind: fc.constantFrom('paused', 'resumed', 'withMinute'),
    afterMs: fc.integer({ min: 0, max: 400_000 }),
  });
  const kinds = new Set<number>();
  fc.assert(
    fc.property(fc.array(press, { maxLength: 60, size: 'max' }), (pressed) => {
      kinds.add(Math.floor(pressed.length / 20));
      let now = 0;
      let timers = started(none, eggs, now);
      for (const { kind, afterMs } of pressed) {
        now += afterMs;
        timers = presses[kind](timers, eggs.id, now);
        const [timer] = timers;
        const left = timer ? remainingMs(timer, now) : Number.NaN;
        expect(left).toBeGreaterThanOrEqual(0);
        expect(left).toBeLessThanOrEqual(timer?.durationMs ?? 0);
      }
    }),
  );
  expect(kinds.size).toBeGreaterThan(2);
});
