import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { decidedEvents } from '../../../../tests/support/decider.ts';
import { Spread } from '../../../../tests/support/spread.ts';
import { type GroceryListCommand, groceryList } from './decider.ts';
import type { RestoredItem } from './events.ts';
import { canUndo } from './undo.ts';

const at = '2026-01-01T00:00:00.000Z';

describe('any change', () => {
  const ids = ['a', 'b', 'c', 'd', 'e'];
  const itemId = fc.constantFrom(...ids);
  const itemIds = fc.subarray(ids, { minLength: 1 });
  const value = fc.constantFrom('one', 'two', 'three');
  const detail = fc.constantFrom('', 'one', 'two');
  const item = fc.record({ id: itemId, name: value, amount: value, unit: value });
  const command: fc.Arbitrary<GroceryListCommand> = fc.oneof(
    {
      weight: 4,
      arbitrary: fc.record({
        type: fc.constant('AddItems' as const),
        items: fc.uniqueArray(item, { minLength: 1, maxLength: 3, selector: ({ id }) => id }),
      }),
    },
    {
      weight: 8,
      arbitrary: fc.record(
        {
          ...{ type: fc.constant('ChangeItem' as const), itemId, members: fc.constant(['one', 'two', 'three']) },
          ...{ name: value, amount: value, note: detail, assignedTo: detail, category: detail, checked: fc.boolean() },
        },
        { requiredKeys: ['type', 'itemId', 'members'] },
      ),
    },
    { weight: 2, arbitrary: fc.record({ type: fc.constant('RemoveItem' as const), itemId }) },
    {
      weight: 2,
      arbitrary: fc.record({ type: fc.constant('ClearList' as const), itemIds, onlyChecked: fc.boolean() }),
    },
    { weight: 1, arbitrary: fc.record({ type: fc.constant('ClearList' as const) }) },
    { weight: 2, arbitrary: fc.record({ type: fc.constant('RestoreItems' as const), itemIds }) },
    {
      weight: 2,
      arbitrary: fc.record({
        type: fc.constant('UndoChange' as const),
        changeId: fc.nat(30).map((n) => `change-${n}`),
      }),
    },
  );

  /** Who changed and who checked an item is that of the last change, also after it was undone. */
  const shown = (items: ReadonlyMap<string, RestoredItem>) =>
    Array.from(items.values(), ({ changedBy: _, checkedBy, ...item }) => ({
      ...item,
      checked: checkedBy !== undefined,
    })).sort((a, b) => a.order - b.order);

  it('is undone to the list before it, and that undoing to the list after it', () => {
    const sent = new Spread();
    const undone = new Spread();
    fc.assert(
      fc.property(fc.array(command, { minLength: 1, maxLength: 40, size: 'max' }), (commands) => {
        const state = groceryList.initial();
        let undoings = 0;
        const execute = (each: GroceryListCommand, commandId: string): number => {
          const events = decidedEvents(groceryList, each, state);
          const meta = { actor: 'mia', commandId, at };
          for (const event of events) groceryList.evolve(state, { ...structuredClone(event), meta });
          return events.length;
        };
        for (const [n, each] of commands.entries()) {
          const before = shown(state.items);
          if (execute(each, `change-${n}`) === 0) continue;
          const changed = shown(state.items);
          expect(canUndo(state, `change-${n}`)).toBe(true);
          execute({ type: 'UndoChange', changeId: `change-${n}` }, `undo-${n}`);
          expect(shown(state.items)).toEqual(before);
          expect(canUndo(state, `change-${n}`)).toBe(false);
          execute({ type: 'UndoChange', changeId: `undo-${n}` }, `redo-${n}`);
          expect(shown(state.items)).toEqual(changed);
          undoings++;
        }
        const { list, effectCount } = state.changes;
        expect(effectCount).toBe(list.reduce((sum, { effects }) => sum + effects.length, 0));
        sent.add(commands.length);
        undone.add(undoings);
      }),
      { numRuns: 200 },
    );
    expect(sent.mean).toBeGreaterThan(12);
    expect(undone.share(3)).toBeGreaterThan(0.5);
  });

  it('is not offered to be undone again when its item comes back by a restoration', () => {
    const state = groceryList.initial();
    const execute = (each: GroceryListCommand, commandId: string) => {
      for (const event of groceryList.decide(each, state)) {
        groceryList.evolve(state, { ...event, meta: { actor: 'mia', commandId, at } });
      }
    };
    execute({ type: 'AddItems', items: [{ id: 'a', name: 'Milk', amount: '', unit: '' }] }, 'addition');
    execute({ type: 'UndoChange', changeId: 'addition' }, 'undo');
    execute({ type: 'RestoreItems', itemIds: ['a'] }, 'restoration');
    expect(canUndo(state, 'addition')).toBe(false);
    expect(canUndo(state, 'restoration')).toBe(true);
  });
});
