import { expect, test } from 'vitest';
import { addRecentChanges } from './recent-changes.ts';

test('adds new changes to recent ones', () => {
  expect(addRecentChanges({ likes: 1_000 }, ['written', 'c-1'], 1_400)).toEqual({
    likes: 1_000,
    written: 1_400,
    'c-1': 1_400,
  });
});

test('keeps the last time of a part that changed twice', () => {
  expect(addRecentChanges({ likes: 1_000 }, ['likes'], 1_400)).toEqual({ likes: 1_400 });
});

test('removes expired changes', () => {
  expect(addRecentChanges({ likes: 1_000 }, [], 4_000)).toEqual({});
});
