import { expect, test } from 'vitest';
import { beginningOf, truncate } from './truncate.ts';

test('a text of the maximum length is not truncated', () => {
  expect([truncate('soup', 4), truncate('soup!', 4)]).toEqual(['soup', 'soup…']);
});

test('the ellipsis follows the last word, without the space between', () => {
  expect(truncate('Tomato soup', 7)).toBe('Tomato…');
});

test('a character of two code units is kept as a whole or not at all', () => {
  expect([1, 2, 3, 4].map((maxLength) => beginningOf('🥟🍜!', maxLength))).toEqual(['', '🥟', '🥟', '🥟🍜']);
});
