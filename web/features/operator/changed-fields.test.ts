import { expect, it } from 'vitest';
import { changedFields } from './changed-fields.ts';

it('finds what differs, in lists by the id of the element', () => {
  const before = {
    name: 'Home',
    items: [
      { id: 'a', name: 'Eggs', amount: '4' },
      { id: 'b', amount: '1' },
    ],
  };
  const after = {
    name: 'Home',
    items: [{ id: 'b', amount: '2' }, { id: 'a', name: 'Eggs', amount: '6' }, { id: 'c' }],
  };
  expect(changedFields(before, after)).toEqual([
    { path: 'items/a/amount', label: 'Eggs, amount', from: '4', to: '6' },
    { path: 'items/b/amount', label: 'items b, amount', from: '1', to: '2' },
    { path: 'items/c', label: 'items c', from: undefined, to: { id: 'c' } },
  ]);
});

it('calls elements without a name or id by their place', () => {
  const recipe = (second: string) => ({ steps: ['Boil.', second], author: { name: second } });
  expect(changedFields(recipe('Stir.'), recipe('Fry.'))).toEqual([
    { path: 'steps/1', label: 'steps 2', from: 'Stir.', to: 'Fry.' },
    { path: 'author/name', label: 'author, name', from: 'Stir.', to: 'Fry.' },
  ]);
});

it('takes a missing document as a whole, and finds nothing in equal ones', () => {
  expect(changedFields(undefined, { name: 'Home' })).toEqual([
    { path: '', label: '', from: undefined, to: { name: 'Home' } },
  ]);
  expect(changedFields({ a: [1, 2] }, { a: [1, 2] })).toEqual([]);
});
