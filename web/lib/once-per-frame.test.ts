import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { oncePerFrame } from './once-per-frame.ts';

let frames: Map<number, () => void>;
let lastFrame = 0;
let ran: string[];

beforeEach(() => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
  frames = new Map();
  ran = [];
  vi.stubGlobal('requestAnimationFrame', (run: () => void) => {
    frames.set(++lastFrame, run);
    return lastFrame;
  });
  vi.stubGlobal('cancelAnimationFrame', (frame: number) => frames.delete(frame));
});
afterEach(() => {
  vi.advanceTimersByTime(1_000); // The frames after the last functions have passed.
  vi.useRealTimers();
});

const add = (...names: readonly string[]) => {
  for (const name of names) oncePerFrame(() => ran.push(name));
};
const endMicrotasks = async () => undefined;
const paint = () => {
  for (const run of [...frames.values()]) run();
};

test('the first functions run together in a microtask, before the frame', async () => {
  add('first', 'second');
  expect(ran).toEqual([]);
  await endMicrotasks();
  expect(ran).toEqual(['first', 'second']);
  paint();
  vi.advanceTimersByTime(1_000);
  expect(ran).toHaveLength(2);
});

test('those that follow in the same frame run together before the next one', async () => {
  add('first');
  await endMicrotasks();
  add('second', 'third');
  await endMicrotasks();
  expect(ran).toEqual(['first']);
  paint();
  expect(ran).toEqual(['first', 'second', 'third']);
});

test('in a stream of updates, each frame has one run', async () => {
  add('first');
  await endMicrotasks();
  for (const name of ['second', 'third', 'fourth']) {
    add(name);
    await endMicrotasks();
    expect(ran).not.toContain(name);
    paint();
    expect(ran.at(-1)).toBe(name);
  }
});

test('functions run soon on a hidden page, which has no frames', async () => {
  add('first');
  await endMicrotasks();
  add('second');
  vi.advanceTimersByTime(100);
  expect([ran, frames.size]).toEqual([['first', 'second'], 1]);
});

test('the time of an earlier frame, which was painted, ends no later one', async () => {
  add('first');
  await endMicrotasks();
  paint();
  vi.advanceTimersByTime(60);
  add('second');
  await endMicrotasks();
  add('third');
  vi.advanceTimersByTime(60);
  expect(ran).toEqual(['first', 'second']);
  paint();
  expect(ran).toEqual(['first', 'second', 'third']);
});

test('a function that is added while others run waits for the frame after it', async () => {
  oncePerFrame(() => add('second'));
  await endMicrotasks();
  expect(ran).toEqual([]);
  paint();
  expect(ran).toEqual(['second']);
});

test('a function that throws is reported, and keeps no other one from running', async () => {
  const reported = vi.fn();
  vi.stubGlobal('reportError', reported);
  oncePerFrame(() => {
    throw new Error('broken');
  });
  add('second');
  await endMicrotasks();
  paint();
  add('next');
  await endMicrotasks();
  expect([ran, reported.mock.calls]).toEqual([['second', 'next'], [[new Error('broken')]]]);
});
