import { expect, test } from 'vitest';
import { oneAtATime } from './one-at-a-time.ts';

test('runs work of the same key in order, also after a failure, and of other keys at once', async () => {
  const exclude = oneAtATime();
  const began: string[] = [];
  const held = Promise.withResolvers<string>();
  const work = (name: string, result: Promise<string>) => () => {
    began.push(name);
    return result;
  };
  const first = exclude('soup', work('first', held.promise));
  const second = exclude('soup', work('second', Promise.resolve('second')));
  expect(await exclude('salad', work('other', Promise.resolve('other')))).toBe('other');
  expect(began).toEqual(['first', 'other']);
  held.reject(new Error('First'));
  await expect(first).rejects.toThrow('First');
  expect(await second).toBe('second');
});
