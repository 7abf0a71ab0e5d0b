import { describe, expect, it, test } from 'vitest';
import { by, given } from '../../../../tests/support/decider.ts';
import { execute } from '../../../../tests/support/execute-on-list.ts';
import { added, changed } from '../../../../tests/support/milk-and-feta.ts';
import { Refusal } from '../refusal.ts';
import { type GroceryListCommand, groceryList } from './decider.ts';
import type { GroceryListEvent, RestoredItem } from './events.ts';
import type { GroceryListState } from './state.ts';

describe('two changes that were made from the same list', () => {
  const check: GroceryListCommand = { type: 'ChangeItem', itemId: 'milk', checked: true };
  const uncheck: GroceryListCommand = { type: 'ChangeItem', itemId: 'milk', checked: false };
  const rename: GroceryListCommand = { type: 'ChangeItem', itemId: 'milk', name: 'Oat milk', from: { name: 'Milk' } };
  const renameToo: GroceryListCommand = { ...rename, name: 'Soy milk' };
  const amount: GroceryListCommand = {
    type: 'ChangeItem',
    itemId: 'milk',
    amount: '3',
    from: { amount: '2', unit: 'l' },
  };
  const unit: GroceryListCommand = { type: 'ChangeItem', itemId: 'milk', unit: 'ml', from: { amount: '2', unit: 'l' } };
  const remove: GroceryListCommand = { type: 'RemoveItem', itemId: 'milk' };
  const clear: GroceryListCommand = { type: 'ClearList', itemIds: ['milk', 'feta'] };
  const addAgain: GroceryListCommand = {
    type: 'AddItems',
    items: [{ id: 'other', name: 'Milk', amount: '', unit: '' }],
  };

  const checked = 'Milk 2 l, checked by tom';
  test.each<[GroceryListCommand, GroceryListCommand, milk: string | undefined, refusal?: string | undefined]>([
    [check, check, checked],
    [check, uncheck, 'Milk 2 l'],
    [check, rename, 'Oat milk 2 l, changed by ann, checked by tom'],
    [check, amount, 'Milk 3 l, changed by ann, checked by tom'],
    [check, remove, undefined],
    [check, clear, undefined],
    [check, addAgain, checked],
    [rename, check, 'Oat milk 2 l, changed by tom, checked by ann'],
    [rename, rename, 'Oat milk 2 l, changed by tom'],
    [rename, renameToo, 'Oat milk 2 l, changed by tom', 'ITEM_CHANGED_MEANWHILE'],
    [rename, amount, 'Oat milk 3 l, changed by ann'],
    [rename, remove, undefined],
    [rename, clear, undefined],
    [rename, addAgain, 'Oat milk 2 l, changed by tom'],
    [amount, rename, 'Oat milk 3 l, changed by ann'],
    [amount, amount, 'Milk 3 l, changed by tom'],
    [amount, unit, 'Milk 3 l, changed by tom', 'ITEM_CHANGED_MEANWHILE'],
    [unit, amount, 'Milk 2 ml, changed by tom', 'ITEM_CHANGED_MEANWHILE'],
    [remove, check, undefined, 'ITEM_NOT_FOUND'],
    [remove, uncheck, undefined, 'ITEM_NOT_FOUND'],
    [remove, rename, undefined, 'ITEM_NOT_FOUND'],
    [remove, amount, undefined, 'ITEM_NOT_FOUND'],
    [remove, remove, undefined, 'ITEM_NOT_FOUND'],
    [remove, clear, undefined],
    [remove, addAgain, undefined],
    [clear, check, undefined, 'ITEM_NOT_FOUND'],
    [clear, rename, undefined, 'ITEM_NOT_FOUND'],
    [clear, amount, undefined, 'ITEM_NOT_FOUND'],
    [clear, clear, undefined],
    [clear, addAgain, undefined],
  ])('%j, then %j: %s %s', (first, second, milkAfter, refusal) => {
    const { state } = given(groceryList, by('mia', added));
    expect(execute(state, 'tom', first)).toEqual([undefined]);
    expect(execute(state, 'ann', second)).toEqual([refusal]);
    const item = state.items.get('milk');
    expect(item && shown(item)).toBe(milkAfter);
    expect(state.items.has('other')).toBe(second === addAgain);
  });

  it('unchecks an item that was checked again meanwhile, and checks one that was unchecked', () => {
    const { state } = given(groceryList, by('mia', added));
    expect(execute(state, 'tom', check, uncheck, check, uncheck)).toEqual([undefined, undefined, undefined, undefined]);
    expect(state.items.get('milk')?.checkedBy).toBeUndefined();
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
