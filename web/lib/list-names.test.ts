import { expect, test } from 'vitest';
import { listNames } from './list-names.ts';

test('names a few, and counts the rest of many', () => {
  expect(listNames([])).toBe('');
  expect(listNames(['Milk'], 3)).toBe('Milk');
  expect(listNames(['Milk', 'Coffee', 'Soap'], 3)).toBe('Milk, Coffee and Soap');
  expect(listNames(['Milk', 'Coffee', 'Soap', 'Salt'], 3)).toBe('Milk, Coffee and 2 more');
});

test('names all in the form of British English', () => {
  const format = new Intl.ListFormat('en-GB');
  for (const names of [[], ['Mia'], ['Mia', 'Sam'], ['Mia', 'Sam', 'Noa'], ['Mia', 'Sam', 'Noa', 'Lea']])
    expect(listNames(names)).toBe(format.format(names));
});
