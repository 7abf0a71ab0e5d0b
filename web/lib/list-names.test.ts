import { expect, test } from 'vitest';
import { listNames } from './list-names.ts';

test('names a few, and counts the rest of many', () => {
  expect(listNames(['Milk'], 3)).toBe('Milk');
  expect(listNames(['Milk', 'Coffee', 'Soap'], 3)).toBe('Milk, Coffee and Soap');
  expect(listNames(['Milk', 'Coffee', 'Soap', 'Salt'], 3)).toBe('Milk, Coffee and 2 more');
});
