import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { execute } from '../../../../tests/support/execute-on-list.ts';
import { Spread } from '../../../../tests/support/spread.ts';
import { type GroceryListCommand, groceryList } from './decider.ts';
import type { RestoredItem } from './events.ts';

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
