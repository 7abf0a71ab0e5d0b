import { expect, test } from 'vitest';
import { stillWrong } from './field-errors.ts';

test('a field that was changed is given the benefit of the doubt', () => {
  const before = { title: '', servings: '0' };
  const errors = { title: 'Title is required', servings: 'Enter a whole number' };
  expect(stillWrong(errors, before, before)).toEqual(errors);
  expect(stillWrong(errors, before, { ...before, title: 'P' })).toEqual({ servings: 'Enter a whole number' });
});
