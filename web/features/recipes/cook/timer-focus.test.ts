import { expect, it } from 'vitest';
import { timerInPlaceOf } from './timer-focus.ts';

it('goes on with the same timer, else with the next one, else with the previous one', () => {
  const before = ['pork', 'eggs', 'soy', 'rice'];
  const after = (...left: string[]) => timerInPlaceOf('eggs', before, new Set(left));
  expect(after('rice', 'eggs', 'pork')).toBe('eggs');
  expect(after('pork', 'soy', 'rice')).toBe('soy');
  expect(after('pork', 'rice')).toBe('rice');
  expect(after('pork')).toBe('pork');
  expect(after()).toBeUndefined();
});
