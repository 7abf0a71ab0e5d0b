import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { Spread } from '../../../tests/support/spread.ts';
import { differences } from './differences.ts';

const found = (from: unknown, to: unknown) =>
  Object.fromEntries([...differences(from, to)].map((one) => [one.path, [one.from, one.to]]));

describe('the differences between two documents', () => {
  test('name each field that was changed, added or removed', () => {
    const before = { name: 'Milk', amount: { value: 1, unit: 'l' }, note: 'cold' };
    const after = { name: 'Milk', amount: { value: 2, unit: 'l' }, checked: true };
    expect(found(before, after)).toEqual({
      'amount/value': [1, 2],
      note: ['cold', undefined],
      checked: [undefined, true],
    });
  });

  test('name an element by its id, wherever it stands', () => {
    const before = {
      items: [
        { id: 'a', name: 'Milk' },
        { id: 'b', name: 'Eggs' },
      ],
    };
    const after = {
      items: [
        { id: 'b', name: 'Bread' },
        { id: 'a', name: 'Milk' },
      ],
    };
    expect(found(before, after)).toEqual({ 'items/b/name': ['Eggs', 'Bread'] });
  });

  test('list the fields of what is new or gone, and say what became empty', () => {
    expect(found(undefined, { list: { items: [] } })).toEqual({ 'list/items': [undefined, []] });
    expect(found({ list: { id: 1 } }, {})).toEqual({ '': [undefined, {}], 'list/id': [1, undefined] });
  });

  test('are none between equal values, and some between others', () => {
    const sizes = new Spread();
    const values = fc.jsonValue({ depthSize: 'medium' });
    fc.assert(
      fc.property(values, values, (one, other) => {
        expect(found(one, structuredClone(one))).toEqual({});
        const isEqual = JSON.stringify(one) === JSON.stringify(other);
        expect([...differences(one, other)].length > 0 || isEqual || sameFields(one, other)).toBe(true);
        sizes.add(JSON.stringify(one).length);
      }),
      { numRuns: 500 },
    );
    expect(sizes.mean).toBeGreaterThan(20);
  });
});

/** JSON does not tell -0 from 0, and objects have no order. */
function sameFields(one: unknown, other: unknown): boolean {
  try {
    expect(JSON.parse(JSON.stringify(one))).toEqual(JSON.parse(JSON.stringify(other)));
    return true;
  } catch {
    return false;
  }
}
