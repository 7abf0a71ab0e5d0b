import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { inNextFrame } from './next-frame.ts';

let frames: Map<number, () => void>;
let ran: string[];

beforeEach(() => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
  frames = new Map();
  ran = [];
  vi.stubGlobal('requestAnimationFrame', (run: () => void) => {
    frames.set(frames.size + 1, run);
    return frames.size;
  });
  vi.stubGlobal('cancelAnimationFrame', (frame: number) => frames.delete(frame));
});
afterEach(() => {
  vi.useRealTimers();
});

const paint = () => {
  for (const run of [...frames.values()]) run();
};

test('functions run in their order, together, before the next frame', () => {
  for (const name of ['first', 'second']) inNextFrame(() => ran.push(name));
  expect([ran, frames.size]).toEqual([[], 1]);
  paint();
  expect(ran).toEqual(['first', 'second']);
  vi.advanceTimersByTime(1_000);
  expect(ran).toHaveLength(2);
});

test('functions run soon on a hidden page, which has no frames', () => {
  inNextFrame(() => ran.push('first'));
  vi.advanceTimersByTime(100);
  expect([ran, frames.size]).toEqual([['first'], 0]);
});

test('a function that is added while others run waits for the frame after it', () => {
  inNextFrame(() => inNextFrame(() => ran.push('second')));
  paint();
  expect(ran).toEqual([]);
  paint();
  expect(ran).toEqual(['second']);
});
