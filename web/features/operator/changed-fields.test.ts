import { expect, it } from 'vitest';
import { changedFields } from './changed-fields.ts';

it('finds what differs, in lists by the id of the element', () => {
  const before = {
    name: 'Home',
    items: [
      { id: 'a', amount: '4' },
      { id: 'b', amount: '1' },
    ],
  };
  const after = { name: 'Home', items: [{ id: 'b', amount: '1' }, { id: 'a', amount: '6' }, { id: 'c' }] };
  expect(changedFields(before, after)).toEqual([
    { path: 'items / a / amount', from: '4', to: '6' },
    { path: 'items / c', from: undefined, to: { id: 'c' } },
  ]);
});

it('takes a missing document as a whole, and finds nothing in equal ones', () => {
  expect(changedFields(undefined, { name: 'Home' })).toEqual([{ path: '', from: undefined, to: { name: 'Home' } }]);
  expect(changedFields({ a: [1, 2] }, { a: [1, 2] })).toEqual([]);
});
