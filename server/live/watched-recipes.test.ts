import { expect, test } from 'vitest';
import { watchedRooms } from './watched-recipes.ts';

const id = (n: number): string => `019da8b0-4c5d-7a31-8e1f-00000000000${n}`;

test('names the room of each recipe', () => {
  expect(watchedRooms([id(1), id(2)])).toEqual([`recipe:${id(1)}`, `recipe:${id(2)}`]);
  expect(watchedRooms([])).toEqual([]);
});

test.each([
  ['no list', id(1)],
  ['nothing', undefined],
  ['something that is no id', [id(1), 'user:mia']],
  ['a number', [1]],
  ['more recipes than a screen shows', [1, 2, 3, 4, 5].map(id)],
])('accepts no %s', (_, named) => {
  expect(watchedRooms(named)).toBeUndefined();
});
