import { expect, test } from 'vitest';
import { minutesOf } from './durations.ts';

test.each([
  ['PT1H30M', 90],
  ['90', 90],
  ['1 hour 30 minutes', 90],
  ['1 1/2 hours', 90],
  ['1½ hours', 90],
  ['1,5 Stunden', 90],
  ['1/2 hour', 30],
  ['½ hour', 30],
  ['soon', undefined],
])('%s are %s minutes', (text, minutes) => {
  expect(minutesOf(text)).toBe(minutes);
});
