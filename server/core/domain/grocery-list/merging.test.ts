/** Concurrent changes of a list: of two members, or of devices that were offline. */
import fc from 'fast-check';
import { describe, expect, it, test } from 'vitest';
import { by, given } from '../../../../tests/support/decider.ts';
import { Spread } from '../../../../tests/support/spread.ts';
import { Refusal } from '../refusal.ts';
import { type GroceryListCommand, groceryList } from './decider.ts';
import type { GroceryListEvent, ListedItem, RestoredItem } from './events.ts';
import type { GroceryListState } from './state.ts';

const milk: ListedItem = { id: 'milk', name: 'Milk', amount: '2', unit: 'l', order: 0 };
const feta: ListedItem = { id: 'feta', name: 'Feta', amount: '200', unit: 'g', order: 1 };
const added: GroceryListEvent = { type: 'GroceryItemsAdded', data: { items: [milk, feta] } };
const changed = (entry: Partial<ListedItem>): GroceryListEvent => {
  const { name, amount, unit } = { ...milk, ...entry };
  return { type: 'GroceryItemChanged', data: { itemId: 'milk', name, amount, unit } };
};

/** Executes commands in order. Returns the resulting state and the code of each refusal. */
function execute(state: GroceryListState, actor: string, ...commands: GroceryListCommand[]): (string | undefined)[] {
  return commands.map((command, n) => {
    const meta = { actor, commandId: `${actor}-${n}`, at: '2026-01-01T00:00:00.000Z' };
    try {
      for (const event of groceryList.decide(command, state)) {
        groceryList.evolve(state, { ...structuredClone(event), meta });
      }
      return undefined;
    } catch (error) {
      if (error instanceof Refusal) return error.code;
      throw error;
    }
  });
}

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
          ...{ itemId: 'milk', name: 'Soy milk', amount: '1', unit: 'l' },
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

describe('moving items between lists', () => {
  const other: ListedItem = { id: 'other', name: 'Salt', amount: '', unit: '', order: 0 };
  const { state: source } = given(groceryList, by('mia', added));
  const copies = [...source.items.values()];
  const [milkCopy] = copies.map((item) => structuredClone(item));
  const restored = (...items: RestoredItem[]): GroceryListEvent => ({
    type: 'GroceryItemsRestored',
    data: { items, movedFrom: 'source' },
  });

  it('puts them at the end of the other list, once', () => {
    const target = given(
      groceryList,
      by<GroceryListEvent>('mia', { type: 'GroceryItemsAdded', data: { items: [other] } }),
    );
    const moved = copies.map((item, n) => ({ ...item, order: n + 1 }));
    target.when({ type: 'MoveIn', items: copies, from: 'source' }).decides(restored(...moved));
    const after = given(groceryList, by('mia', restored(...moved)));
    after.when({ type: 'MoveIn', items: copies, from: 'source' }).decides();
    after.when({ type: 'AddItems', items: [other] }).decides({
      type: 'GroceryItemsAdded',
      data: { items: [{ ...other, order: 3 }] },
    });
    target.when({ type: 'MoveIn', items: [], from: 'source' }).refused('ITEM_NOT_FOUND');
  });

  it('removes only what was not changed since it was copied', () => {
    const list = given(groceryList, by('tom', added, { ...changed({ amount: '3' }) }));
    const feta = { itemId: 'feta', name: 'Feta', movedTo: 'target' };
    const items = [...given(groceryList, by('tom', added)).state.items.values()];
    list.when({ type: 'MoveOut', items, to: 'target' }).decides({ type: 'GroceryItemRemoved', data: feta });
    const checked: GroceryListEvent = { type: 'GroceryItemChecked', data: { itemId: 'milk', name: 'Milk' } };
    given(groceryList, by<GroceryListEvent>('mia', added, checked))
      .when({ type: 'MoveOut', items: milkCopy ? [milkCopy] : [], to: 'target' })
      .decides();
  });
});

describe('devices that change the list from outdated views', () => {
  const names = ['Milk', 'Oat milk', 'Soy milk'];
  const kinds = [
    ...[
      'add',
      'add',
      'rename',
      'rename',
      'rename',
      'rename',
      'amount',
      'amount',
      'amount',
      'check',
      'check',
      'uncheck',
    ],
    ...['remove', 'clear', 'clear checked', 'restore'],
  ];
  const step = fc.record({
    device: fc.nat(2),
    /** Devices are mostly offline. */
    fetches: fc.nat(3).map((n) => n === 0),
    kind: fc.constantFrom(...kinds),
    pick: fc.nat(3),
    value: fc.nat(2),
  });

  it('never replace an unseen value, never revive an item, and lose nothing that was acknowledged', () => {
    const sent = new Spread();
    const conflicts = new Spread();
    const listed = new Spread();
    fc.assert(
      fc.property(fc.array(step, { minLength: 10, maxLength: 50, size: 'max' }), (steps) => {
        const state = groceryList.initial();
        /** What the acknowledged commands amount to. */
        const expected = new Map<string, RestoredItem>();
        const removed = new Map<string, RestoredItem>();
        const known: GroceryListCommand = {
          type: 'AddItems',
          items: ['a', 'b', 'c', 'd'].map((id) => ({ id, name: id, amount: '', unit: '' })),
        };
        execute(state, 'mia', known);
        apply(known, expected, removed);
        const views = [0, 1, 2].map(() => copyOf(state.items));
        let refusedEdits = 0;
        for (const [n, { device, fetches, kind, pick, value }] of steps.entries()) {
          if (fetches) views[device] = copyOf(state.items);
          const view = views[device] ?? [];
          const seen = view[pick % Math.max(1, view.length)];
          const before = new Map(copyOf(state.items).map((item) => [item.id, item]));
          const command = commandOf(kind, seen, view, names[value] ?? '', n);
          if (!command) continue;
          const [refusal] = execute(state, `device-${device}`, command);
          const after = state.items;
          if (refusal === undefined) apply(command, expected, removed);
          else expect(entriesOf(after)).toBe(entriesOf(before));
          if (refusal === 'ITEM_CHANGED_MEANWHILE') refusedEdits++;
          if (command.type === 'ChangeItem' && command.from) {
            for (const field of ['name', 'amount'] as const) {
              const [former, current] = [before.get(command.itemId)?.[field], after.get(command.itemId)?.[field]];
              if (former !== current) expect(former).toBe(seen?.[field]);
            }
          }
          const isBack = [...after.keys()].filter((id) => !before.has(id) && removed.has(id));
          if (command.type !== 'RestoreItems') expect(isBack).toEqual([]);
          expect(entriesOf(after)).toBe(entriesOf(expected));
        }
        sent.add(steps.length);
        conflicts.add(refusedEdits);
        listed.add(state.items.size);
      }),
      { numRuns: 200 },
    );
    expect(sent.mean).toBeGreaterThan(22);
    expect(conflicts.share(1)).toBeGreaterThan(0.3);
    expect(listed.share(2)).toBeGreaterThan(0.5);
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

const copyOf = (items: ReadonlyMap<string, RestoredItem>): RestoredItem[] =>
  Array.from(items.values(), (item) => ({ ...item }));

const entriesOf = (items: ReadonlyMap<string, RestoredItem>) =>
  Array.from(items.values(), ({ id, name, amount, checkedBy }) => `${id} ${name} ${amount} ${checkedBy !== undefined}`)
    .sort()
    .join('\n');

/** What a device with this view sends. Undefined if there is nothing to change. */
function commandOf(
  kind: string,
  seen: RestoredItem | undefined,
  view: readonly RestoredItem[],
  value: string,
  n: number,
): GroceryListCommand | undefined {
  if (kind === 'add') return { type: 'AddItems', items: [{ id: `item-${n}`, name: value, amount: '', unit: '' }] };
  if (!seen) return undefined;
  const itemId = seen.id;
  const itemIds = view.map(({ id }) => id);
  switch (kind) {
    case 'rename':
      return { type: 'ChangeItem', itemId, name: value, from: { name: seen.name } };
    case 'amount':
      return { type: 'ChangeItem', itemId, amount: value, from: { amount: seen.amount, unit: seen.unit } };
    case 'remove':
      return { type: 'RemoveItem', itemId };
    case 'clear':
      return { type: 'ClearList', itemIds: itemIds.slice(0, 3) };
    case 'clear checked':
      return { type: 'ClearList', itemIds, onlyChecked: true };
    case 'restore':
      return { type: 'RestoreItems', itemIds };
    default:
      return { type: 'ChangeItem', itemId, checked: kind === 'check' };
  }
}

/** What an acknowledged command means, written independently of the decider. */
function apply(
  command: GroceryListCommand,
  items: Map<string, RestoredItem>,
  removed: Map<string, RestoredItem>,
): void {
  const remove = (id: string) => {
    const item = items.get(id);
    if (item) removed.set(id, item);
    items.delete(id);
  };
  switch (command.type) {
    case 'AddItems':
      for (const item of command.items) items.set(item.id, { ...item, order: 0, addedBy: '', addedAt: '' });
      return;
    case 'ChangeItem': {
      const item = items.get(command.itemId);
      if (!item) throw new Error('A command for a missing item was acknowledged');
      if (command.name !== undefined) item.name = command.name;
      if (command.amount !== undefined) item.amount = command.amount;
      if (command.checked === true) item.checkedBy ??= '';
      if (command.checked === false) delete item.checkedBy;
      return;
    }
    case 'RemoveItem':
      remove(command.itemId);
      return;
    case 'ClearList':
      for (const id of command.itemIds ?? []) {
        if (!command.onlyChecked || items.get(id)?.checkedBy !== undefined) remove(id);
      }
      return;
    case 'RestoreItems':
      for (const id of command.itemIds ?? []) {
        const item = removed.get(id);
        if (item && !items.has(id)) items.set(id, item);
      }
  }
}
