import { beforeEach, expect, test } from 'vitest';
import { notices, notify } from './notices.ts';

beforeEach(() => notices.set([]));

const texts = () => notices.get().map(({ text }) => text);

test('the last three are shown', () => {
  for (const text of ['one', 'two', 'three', 'four']) notify.info(text);
  expect(texts()).toEqual(['two', 'three', 'four']);
});

test('the same text is shown once, as the last one, and as new', () => {
  for (const text of ['one', 'two']) notify.error(text);
  const [before] = notices.get();
  notify.error('one');
  expect(texts()).toEqual(['two', 'one']);
  expect(notices.get().at(-1)?.number).not.toBe(before?.number);
});
