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
const endTask = () => vi.advanceTimersByTime(0);
const paint = () => {
  for (const run of [...frames.values()]) run();
};

test('the first functions run together in the next task, before the frame', () => {
  add('first', 'second');
  expect(ran).toEqual([]);
  endTask();
  expect(ran).toEqual(['first', 'second']);
  paint();
  vi.advanceTimersByTime(1_000);
  expect(ran).toHaveLength(2);
});

test('those that follow in the same frame run together before the next one', () => {
  add('first');
  endTask();
  add('second', 'third');
  endTask();
  expect(ran).toEqual(['first']);
  paint();
  expect(ran).toEqual(['first', 'second', 'third']);
});

test('in a stream of updates, each frame has one run', () => {
  add('first');
  endTask();
  for (const name of ['second', 'third', 'fourth']) {
    add(name);
    endTask();
    expect(ran).not.toContain(name);
    paint();
    expect(ran.at(-1)).toBe(name);
  }
});

test('functions run soon on a hidden page, which has no frames', () => {
  add('first');
  endTask();
  add('second');
  vi.advanceTimersByTime(100);
  expect([ran, frames.size]).toEqual([['first', 'second'], 1]);
});

test('a function that is added while others run waits for the frame after it', () => {
  oncePerFrame(() => add('second'));
  endTask();
  expect(ran).toEqual([]);
  paint();
  expect(ran).toEqual(['second']);
});

test('a function that throws keeps no later one from running', () => {
  oncePerFrame(() => {
    throw new Error('broken');
  });
  expect(endTask).toThrow('broken');
  paint();
  add('next');
  endTask();
  expect(ran).toEqual(['next']);
});
