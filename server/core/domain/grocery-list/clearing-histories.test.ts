import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { decidedEvents } from '../../../../tests/support/decider.ts';
import { Spread } from '../../../../tests/support/spread.ts';
import { type GroceryListCommand, groceryList } from './decider.ts';

const at = '2026-01-01T00:00:00.000Z';

describe('any sequence of commands', () => {
  const ids = ['a', 'b', 'c', 'd', 'e', 'f', 'g', 'h'];
  const itemId = fc.constantFrom(...ids);
  const itemIds = fc.array(itemId, { minLength: 1, maxLength: 4, size: 'max' });
  const item = fc.record({ id: itemId, name: fc.string({ maxLength: 5 }), amount: fc.string(), unit: fc.string() });
  // Weighted so that a list grows about as fast as it shrinks.
  const command: fc.Arbitrary<GroceryListCommand> = fc.oneof(
    {
      weight: 10,
      arbitrary: fc.record({
        type: fc.constant('AddItems' as const),
        items: fc.uniqueArray(item, { minLength: 1, maxLength: 3, selector: ({ id }) => id }),
      }),
    },
    { weight: 4, arbitrary: fc.record({ type: fc.constant('ChangeItem' as const), itemId, checked: fc.boolean() }) },
    { weight: 3, arbitrary: fc.record({ type: fc.constant('RemoveItem' as const), itemId }) },
    { weight: 1, arbitrary: fc.record({ type: fc.constant('ClearList' as const) }) },
    { weight: 1, arbitrary: fc.record({ type: fc.constant('ClearList' as const), itemIds }) },
    { weight: 3, arbitrary: fc.record({ type: fc.constant('RestoreItems' as const), itemIds }) },
  );
  const commands = fc.array(command, { maxLength: 40, size: 'max' });

  const openList = () => {
    const state = groceryList.initial();
    let commands = 0;
    const execute = (each: GroceryListCommand) => {
      const commandId = `command-${commands++}`;
      for (const event of decidedEvents(groceryList, each, state)) {
        groceryList.evolve(state, { ...structuredClone(event), meta: { actor: 'mia', commandId, at } });
      }
    };
    const listed = () => structuredClone([...state.items.values()].sort((a, b) => a.order - b.order));
    return { execute, listed };
  };

  it('undoing a clearing restores the list as it was, and nothing that was added and removed since', () => {
    const sent = new Spread();
    const listedBefore = new Spread();
    fc.assert(
      fc.property(commands, fc.nat(5), (history, since) => {
        const { execute, listed } = openList();
        history.forEach(execute);
        const before = listed();
        sent.add(history.length);
        listedBefore.add(before.length);
        execute({ type: 'ClearList' });
        expect(listed()).toEqual([]);
        for (let n = 0; n < since; n++) {
          const id = `since-${n}`;
          execute({ type: 'AddItems', items: [{ id, name: 'Salt', amount: '', unit: '' }] });
          execute({ type: 'RemoveItem', itemId: id });
        }
        execute({ type: 'RestoreItems' });
        if (before.length > 0) expect(listed()).toEqual(before);
      }),
      { numRuns: 300 },
    );
    expect(sent.mean).toBeGreaterThan(12);
    expect(listedBefore.share(2)).toBeGreaterThan(0.4);
  });

  it('clearing removes exactly the items with these ids, and is undone by the same ids', () => {
    const cleared = new Spread();
    const kept = new Spread();
    fc.assert(
      fc.property(commands, fc.subarray(ids), (history, chosen) => {
        const { execute, listed } = openList();
        history.forEach(execute);
        const before = listed();
        const itemIds = chosen.filter((id) => before.some((item) => item.id === id));
        cleared.add(itemIds.length);
        kept.add(before.length - itemIds.length);
        execute({ type: 'ClearList', itemIds });
        expect(listed()).toEqual(before.filter(({ id }) => !itemIds.includes(id)));
        execute({ type: 'RestoreItems', itemIds });
        expect(listed()).toEqual(before);
      }),
      { numRuns: 300 },
    );
    expect(cleared.share(1)).toBeGreaterThan(0.25);
    expect(kept.share(1)).toBeGreaterThan(0.35);
  });
});
