import { describe, expect, it, test } from 'vitest';
import { by, given } from '../../../../tests/support/decider.ts';
import { execute } from '../../../../tests/support/execute-on-list.ts';
import { added, changed } from '../../../../tests/support/milk-and-feta.ts';
import { Refusal } from '../refusal.ts';
import { type GroceryListCommand, groceryList } from './decider.ts';
import type { GroceryListEvent, RestoredItem } from './events.ts';
import type { GroceryListState } from './state.ts';

const check: GroceryListCommand = { type: 'ChangeItem', itemId: 'milk', checked: true };
const uncheck: GroceryListCommand = { type: 'ChangeItem', itemId: 'milk', checked: false };
const rename = (name: string): GroceryListCommand => ({
  type: 'ChangeItem',
  itemId: 'milk',
  name,
  from: { name: 'Milk' },
});
const amount = (amount: string): GroceryListCommand => ({
  type: 'ChangeItem',
  itemId: 'milk',
  amount,
  from: { amount: '2', unit: 'l' },
});
const remove: GroceryListCommand = { type: 'RemoveItem', itemId: 'milk' };
const clear: GroceryListCommand = { type: 'ClearList', itemIds: ['milk', 'feta'] };
const addSameName: GroceryListCommand = {
  type: 'AddItems',
  items: [{ id: 'other', name: 'Milk', amount: '', unit: '' }],
};

const gone = 'gone';
const refused = 'gone, ITEM_NOT_FOUND';
/** The columns of the table in `docs/households.md`: what Ann does without seeing what Tom did. */
const seconds = [check, uncheck, rename('Soy milk'), amount('4'), remove, clear, addSameName];
/** Its rows: what Tom does first, and the milk after both. If one of them unchecks it, Mia had checked it before. */
const outcomes: readonly [first: GroceryListCommand, milk: readonly string[]][] = [
  [
    check,
    [
      ...['Milk 2 l, checked by tom', 'Milk 2 l'],
      ...['Soy milk 2 l, changed by ann, checked by tom', 'Milk 4 l, changed by ann, checked by tom'],
      ...[gone, gone, 'Milk 2 l, checked by tom'],
    ],
  ],
  [
    uncheck,
    [
      ...['Milk 2 l, checked by ann', 'Milk 2 l', 'Soy milk 2 l, changed by ann', 'Milk 4 l, changed by ann'],
      ...[gone, gone, 'Milk 2 l'],
    ],
  ],
  [
    rename('Oat milk'),
    [
      ...['Oat milk 2 l, changed by tom, checked by ann', 'Oat milk 2 l, changed by tom'],
      ...['Oat milk 2 l, changed by tom, ITEM_CHANGED_MEANWHILE', 'Oat milk 4 l, changed by ann'],
      ...[gone, gone, 'Oat milk 2 l, changed by tom'],
    ],
  ],
  [
    amount('3'),
    [
      ...['Milk 3 l, changed by tom, checked by ann', 'Milk 3 l, changed by tom'],
      ...['Soy milk 3 l, changed by ann', 'Milk 3 l, changed by tom, ITEM_CHANGED_MEANWHILE'],
      ...[gone, gone, 'Milk 3 l, changed by tom'],
    ],
  ],
  [remove, [refused, refused, refused, refused, refused, gone, gone]],
  [clear, [refused, refused, refused, refused, refused, gone, gone]],
];

/** The milk, and why Ann is refused. */
function afterBoth(state: GroceryListState, first: GroceryListCommand, second: GroceryListCommand): string {
  expect(execute(state, 'tom', first)).toEqual([undefined]);
  const [refusal] = execute(state, 'ann', second);
  const milk = state.items.get('milk');
  return [milk ? shown(milk) : gone, ...(refusal === undefined ? [] : [refusal])].join(', ');
}

describe('two changes that were made from the same list', () => {
  const pairs = outcomes.flatMap(([first, after]) => seconds.map((second, at) => [first, second, after[at]] as const));

  test.each(pairs)('%j, then %j: %s', (first, second, outcome) => {
    const { state } = given(groceryList, by('mia', added));
    if (first === uncheck || second === uncheck) execute(state, 'mia', check);
    expect(afterBoth(state, first, second)).toBe(outcome);
    expect(state.items.has('other')).toBe(second === addSameName);
  });

  const unit: GroceryListCommand = { type: 'ChangeItem', itemId: 'milk', unit: 'ml', from: { amount: '2', unit: 'l' } };
  test.each([
    [rename('Oat milk'), rename('Oat milk'), 'Oat milk 2 l, changed by tom'],
    [amount('3'), amount('3'), 'Milk 3 l, changed by tom'],
    [amount('3'), unit, 'Milk 3 l, changed by tom, ITEM_CHANGED_MEANWHILE'],
    [unit, amount('3'), 'Milk 2 ml, changed by tom, ITEM_CHANGED_MEANWHILE'],
  ])('%j, then %j: %s', (first, second, outcome) => {
    expect(afterBoth(given(groceryList, by('mia', added)).state, first, second)).toBe(outcome);
  });

  it('refuses the whole command, also a check, and names the first conflicting field', () => {
    const list = given(groceryList, by('tom', added, changed({ name: 'Oat milk', unit: 'ml' })));
    const both = { name: 'Soy milk', amount: '3', from: { name: 'Milk', amount: '2', unit: 'l' }, checked: true };
    expect(refusedField({ type: 'ChangeItem', itemId: 'milk', ...both }, list.state)).toBe('name');
    const { name: _, ...quantity } = both;
    expect(refusedField({ type: 'ChangeItem', itemId: 'milk', ...quantity }, list.state)).toBe('unit');
    // The same amount of another unit is another quantity.
    const inAnotherUnit = given(groceryList, by('tom', added, changed({ amount: '3', unit: 'ml' })));
    expect(refusedField({ type: 'ChangeItem', itemId: 'milk', ...quantity }, inAnotherUnit.state)).toBe('amount');
    list.when({ type: 'ChangeItem', itemId: 'milk', checked: true }).decides({
      type: 'GroceryItemChecked',
      data: { itemId: 'milk', name: 'Oat milk' },
    });
  });

  it('changes nothing if the other change had the same result, however it is written', () => {
    given(groceryList, by('tom', added, changed({ name: 'Oat milk' })))
      .when({ type: 'ChangeItem', itemId: 'milk', name: ' Oat milk', from: { name: 'Milk ' } })
      .decides();
  });

  it('without the former values, replaces any value', () => {
    given(groceryList, by('tom', added, changed({ name: 'Oat milk', amount: '4' })))
      .when({ type: 'ChangeItem', itemId: 'milk', name: 'Soy milk', amount: '1' })
      .decides({
        type: 'GroceryItemChanged',
        data: {
          itemId: 'milk',
          name: 'Soy milk',
          amount: '1',
          unit: 'l',
          from: { name: 'Oat milk', amount: '4', unit: 'l' },
        },
      });
  });

  it('clears only the items that are still checked, if asked', () => {
    const check = (itemId: string): GroceryListEvent => ({
      type: 'GroceryItemChecked',
      data: { itemId, name: itemId },
    });
    const uncheck: GroceryListEvent = { type: 'GroceryItemUnchecked', data: { itemId: 'milk', name: 'Milk' } };
    const one = given(groceryList, by('mia', added, check('milk'), check('feta'), uncheck));
    const feta = { itemId: 'feta', name: 'Feta' };
    for (const itemIds of [['milk', 'feta'], undefined]) {
      one.when({ type: 'ClearList', itemIds, onlyChecked: true }).decides({ type: 'GroceryItemRemoved', data: feta });
    }
    given(groceryList, by('mia', added, check('milk'), check('feta')))
      .when({ type: 'ClearList', onlyChecked: true })
      .decides({ type: 'GroceryListCleared', data: { items: [{ itemId: 'milk', name: 'Milk' }, feta] } });
  });

  it('restores an item with who last changed it', () => {
    const list = given(groceryList, [
      ...by('mia', added),
      ...by<GroceryListEvent>('tom', changed({ amount: '3' }), { type: 'GroceryListCleared', data: { items: [] } }),
    ]);
    const [restored] = groceryList.decide({ type: 'RestoreItems', itemIds: ['milk'] }, list.state);
    expect(restored).toMatchObject({
      data: { items: [{ id: 'milk', amount: '3', addedBy: 'mia', changedBy: 'tom' }] },
    });
  });
});

function refusedField(command: GroceryListCommand, state: GroceryListState): string | undefined {
  try {
    groceryList.decide(command, state);
  } catch (error) {
    if (error instanceof Refusal && error.code === 'ITEM_CHANGED_MEANWHILE') return error.field;
    throw error;
  }
  return undefined;
}

const shown = ({ name, amount, unit, changedBy, checkedBy }: RestoredItem): string =>
  [
    `${name} ${amount} ${unit}`,
    ...(changedBy === undefined ? [] : [`changed by ${changedBy}`]),
    ...(checkedBy === undefined ? [] : [`checked by ${checkedBy}`]),
  ].join(', ');
