import { expect, test } from 'vitest';
import { withNews } from './news.ts';

test('marks what changed now beside what changed a moment ago', () => {
  expect(withNews({ likes: 1_000 }, ['written', 'c-1'], 1_400)).toEqual({ likes: 1_000, written: 1_400, 'c-1': 1_400 });
});

test('tells the last time of what changed twice', () => {
  expect(withNews({ likes: 1_000 }, ['likes'], 1_400)).toEqual({ likes: 1_400 });
});

test('forgets what changed seconds ago', () => {
  expect(withNews({ likes: 1_000 }, [], 4_000)).toEqual({});
});
