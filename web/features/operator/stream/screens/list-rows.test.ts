import { expect, test } from 'vitest';
import { itemsBefore, shownRows } from './list-rows.ts';
import type { ShownItem } from './shapes.ts';

const list = 'grocery-lists/mia';
const item = (id: string, name: string, amount: string, checked = false) => ({ id, name, amount, unit: '', checked });
const lemons = ['a', 'b', 'c', 'd'].map((id) => item(id, 'Lemons', '3'));

/** The changes from an item to another one, as the API names them. */
const changesOf = (id: string, from: object | undefined, to: object | undefined) =>
  Object.keys({ ...from, ...to })
    .map((field) => ({
      path: `${list}/items/${id}/${field}`,
      from: from && Reflect.get(from, field),
      to: to && Reflect.get(to, field),
    }))
    .filter((change) => change.from !== change.to);

/** "Lemons 12", with a star if it is marked, and its quantity before the changes. */
const seen = (items: readonly ShownItem[], changes: ReturnType<typeof changesOf> = []) =>
  shownRows(items, itemsBefore(list, items, changes), new Set(changes.map(({ path }) => path.split('/')[3] ?? ''))).map(
    ({ name, quantity, isChanged, quantityBefore }) =>
      [isChanged ? '*' : '', name, quantityBefore === undefined ? '' : `was ${quantityBefore}, is`, quantity]
        .filter(Boolean)
        .join(' '),
  );

test('lines of the same thing are one row with their sum', () => {
  expect(seen([...lemons, item('e', 'Eggs', '4')])).toEqual(['Lemons 12', 'Eggs 4']);
});

test('a changed line is marked in its row, with both quantities', () => {
  const [first, ...others] = lemons;
  const change = changesOf('a', { amount: '3' }, { amount: '5' });
  expect(seen([item('a', 'Lemons', '5'), ...others, item('e', 'Eggs', '4')], change)).toEqual([
    '* Lemons was 12, is 14',
    'Eggs 4',
  ]);
  expect(seen([item('e', 'Eggs', '6')], changesOf('e', { amount: '4' }, { amount: '6' }))).toEqual([
    '* Eggs was 4, is 6',
  ]);
  expect(seen(lemons, changesOf('a', { ...first, note: 'organic' }, first))).toEqual(['* Lemons 12']);
});

test('a row is marked if a line was added to it, taken from it or checked', () => {
  expect(seen(lemons, changesOf('d', undefined, lemons[3]))).toEqual(['* Lemons was 9, is 12']);
  expect(seen(lemons.slice(1), changesOf('a', lemons[0], undefined))).toEqual(['* Lemons was 12, is 9']);
  expect(
    seen([item('a', 'Lemons', '3', true), ...lemons.slice(1)], changesOf('a', { checked: false }, { checked: true })),
  ).toEqual(['* Lemons 3', '* Lemons was 12, is 9']);
  expect(seen([item('e', 'Eggs', '4')], changesOf('e', undefined, item('e', 'Eggs', '4')))).toEqual(['* Eggs 4']);
});

test('changes of other documents are not its own', () => {
  const change = { path: 'grocery-lists/tom/items/e/amount', from: '2', to: '4' };
  expect(itemsBefore(list, [item('e', 'Eggs', '4')], [change])).toEqual([item('e', 'Eggs', '4')]);
});
