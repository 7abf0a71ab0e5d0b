import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { Spread } from '../../../../tests/support/spread.ts';
import { Refusal } from '../refusal.ts';
import { type GroceryListCommand, groceryList } from './decider.ts';
import type { GroceryListEvent } from './events.ts';
import { type GroceryListState, initial } from './state.ts';

describe('any presses, changes of the plan and changes of the list', () => {
  const mealIds = ['mon', 'tue', 'wed'];
  const names = ['Feta', 'Salt', 'Eggs'];
  const meal = fc.constantFrom(...mealIds);
  const anItem = fc.nat(200);
  type Step =
    | { kind: 'press'; meals: string[]; portion: number }
    | { kind: 'take back'; meal: string }
    | { kind: 'check' | 'uncheck' | 'remove' | 'undo'; n: number }
    | { kind: 'clear'; onlyChecked: boolean }
    | { kind: 'restore' };
  const step: fc.Arbitrary<Step> = fc.oneof(
    {
      weight: 4,
      arbitrary: fc.record({
        kind: fc.constant('press' as const),
        meals: fc.uniqueArray(meal, { minLength: 1 }),
        portion: fc.constantFrom(0.5, 1, 1.5, 2, 1 / 3),
      }),
    },
    { weight: 2, arbitrary: fc.record({ kind: fc.constant('take back' as const), meal }) },
    {
      weight: 6,
      arbitrary: fc.record({ kind: fc.constantFrom('check', 'uncheck', 'remove', 'undo'), n: anItem }),
    },
    { weight: 1, arbitrary: fc.record({ kind: fc.constant('clear' as const), onlyChecked: fc.boolean() }) },
    { weight: 1, arbitrary: fc.constant({ kind: 'restore' as const }) },
  );

  const toCommand = (each: Step, n: number, state: GroceryListState): GroceryListCommand => {
    const ids = [...state.items.keys()];
    const pick = (index: number) => ids[index % Math.max(ids.length, 1)] ?? 'none';
    switch (each.kind) {
      case 'press':
        return {
          type: 'AddItems',
          items: each.meals.flatMap((id) =>
            names.map((name) => ({
              ...{ id: `${n} ${id} ${name}`, name, unit: '' },
              amount: name === 'Salt' ? '' : String(6 * each.portion),
              plannedMeal: { id, portion: each.portion },
            })),
          ),
        };
      case 'take back':
        return { type: 'TakeBack', mealId: each.meal };
      case 'check':
      case 'uncheck':
        return { type: 'ChangeItem', itemId: pick(each.n), checked: each.kind === 'check' };
      case 'remove':
        return { type: 'RemoveItem', itemId: pick(each.n) };
      case 'undo':
        return { type: 'UndoChange', changeId: `command-${each.n % Math.max(n, 1)}` };
      case 'clear':
        return { type: 'ClearList', onlyChecked: each.onlyChecked };
      case 'restore':
        return { type: 'RestoreItems' };
    }
  };

  it('bring each ingredient of a meal once, except what was taken back or undone', () => {
    const kindCounts = new Spread();
    const lengths = new Spread();
    fc.assert(
      fc.property(fc.array(step, { maxLength: 60, size: 'max' }), (steps) => {
        let state: GroceryListState = initial();
        /** Portions by item, of each ingredient of a meal. */
        const brought = new Map<string, Map<string, number>>();
        const totalOf = (key: string) => [...(brought.get(key)?.values() ?? [])].reduce((sum, each) => sum + each, 0);
        const kinds = new Set<string>();
        steps.forEach((each, n) => {
          const before = new Map([...brought.keys()].map((key) => [key, totalOf(key)]));
          let events: GroceryListEvent[] = [];
          try {
            events = groceryList.decide(toCommand(each, n, state), state);
          } catch (error) {
            if (!(error instanceof Refusal)) throw error;
          }
          for (const event of events) {
            kinds.add(each.kind);
            if (event.type === 'GroceryItemsAdded' || event.type === 'GroceryItemsRestored') {
              for (const { id, name, plannedMeal } of event.data.items) {
                const key = `${plannedMeal?.id} ${name}`;
                brought.set(key, (brought.get(key) ?? new Map()).set(id, plannedMeal?.portion ?? 0));
              }
            }
            if (event.type === 'GroceryItemRemoved' && event.data.takenBack) {
              for (const lines of brought.values()) lines.delete(event.data.itemId);
            }
            state = groceryList.evolve(state, { ...event, meta: { actor: 'mia', commandId: `command-${n}`, at: '' } });
          }
          if (each.kind !== 'press') return;
          for (const key of each.meals.flatMap((id) => names.map((name) => `${id} ${name}`))) {
            const had = before.get(key) ?? 0;
            // What has no amount is brought once, whatever the portion.
            const wanted = had > 0 && key.endsWith('Salt') ? had : Math.max(had, each.portion);
            expect(totalOf(key)).toBeCloseTo(wanted, 2);
          }
        });
        kindCounts.add(kinds.size);
        lengths.add(steps.length);
      }),
      { numRuns: 300 },
    );
    expect(lengths.mean).toBeGreaterThan(15);
    expect(kindCounts.share(5)).toBeGreaterThan(0.4);
  });
});
