/** Whole weeks that two members save are merged, whatever each of them has read before. */
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { pizza, ramen, week } from '../../../../tests/support/planned-recipes.ts';
import { Spread } from '../../../../tests/support/spread.ts';
import { days, meals } from '../../contracts/week.ts';
import { type MealPlanCommand, type MealPlanState, mealPlan, mealsOf, revisionOf, type SlotEdit } from './decider.ts';
import type { PlannedRecipe } from './events.ts';
import { firstRecipeAt, recipeOf } from './planned-week.ts';

describe('two members editing one plan', () => {
  const dishes = [ramen, pizza, null] as const;
  let ids = 0;
  const slots = days.flatMap((day) => meals.map((meal) => ({ day, meal })));
  /** Each member owns their own slots, and changes them in any order. */
  const owners = fc.array(fc.constantFrom('mia', 'tom'), { minLength: slots.length, maxLength: slots.length });
  const step = fc.record({
    who: fc.constantFrom('mia', 'tom'),
    /** Whether the member reads the plan before this change, or uses the version that they read or received last. */
    reads: fc.boolean(),
    slot: fc.nat(slots.length - 1),
    recipe: fc.constantFrom(...dishes),
  });

  it('keep all their changes in different slots, in every interleaving', () => {
    const changedSlots = new Spread();
    fc.assert(
      fc.property(owners, fc.array(step, { maxLength: 60, size: 'max' }), (owner, steps) => {
        const state = mealPlan.initial();
        const expected = new Map<number, PlannedRecipe | null>();
        const seen = new Map<string, { slots: SlotEdit[]; revision: number }>();
        const read = (who: string) => seen.set(who, { slots: slotsOf(state), revision: revisionOf(state, week) });
        for (const who of ['mia', 'tom']) read(who);
        for (const { who, reads, slot, recipe } of steps) {
          if (owner[slot] !== who) continue;
          if (reads) read(who);
          const last = seen.get(who);
          if (!last) throw new Error('Each member has read the plan');
          const { day, meal } = slots[slot] ?? { day: 'Monday', meal: 'Dinner' };
          const mine = last.slots.map((each) => (each.day === day && each.meal === meal ? { ...each, recipe } : each));
          execute(state, { type: 'SavePlan', week, slots: mine, seen: { week, revision: last.revision } }, who);
          expected.set(slot, recipe);
          read(who);
        }
        const now = slotsOf(state);
        changedSlots.add(expected.size);
        for (const [slot, recipe] of expected) expect(now[slot]?.recipe ?? null).toEqual(recipe);
      }),
      { numRuns: 500 },
    );
    expect(changedSlots.mean).toBeGreaterThan(5);
  });

  it('change only the slots that they edited when they save late', () => {
    const edits = fc.array(fc.record({ slot: fc.nat(slots.length - 1), recipe: fc.constantFrom(...dishes) }), {
      maxLength: 30,
      size: 'max',
    });
    const editsOfBoth = new Spread();
    fc.assert(
      fc.property(edits, edits, edits, (before, mine, others) => {
        editsOfBoth.add(Math.min(mine.length, others.length));
        const state = mealPlan.initial();
        const edited = (plan: SlotEdit[], changes: typeof mine) =>
          plan.map((each, n) => {
            const last = changes.findLast(({ slot }) => slot === n);
            return last ? { ...each, recipe: last.recipe } : each;
          });
        execute(state, { type: 'SavePlan', week, slots: edited(slotsOf(state), before) }, 'mia');
        const read = slotsOf(state);
        const seen = { week, revision: revisionOf(state, week) };
        for (const other of others) {
          execute(state, { type: 'SavePlan', week, slots: edited(slotsOf(state), [other]) }, 'tom');
        }
        const beforeSave = slotsOf(state);
        const sent = edited(read, mine);
        execute(state, { type: 'SavePlan', week, slots: sent, seen }, 'mia');
        slotsOf(state).forEach(({ recipe }, n) => {
          const changed = JSON.stringify(sent[n]?.recipe) !== JSON.stringify(read[n]?.recipe);
          expect(recipe).toEqual(changed ? sent[n]?.recipe : beforeSave[n]?.recipe);
        });
      }),
      { numRuns: 500 },
    );
    expect(editsOfBoth.mean).toBeGreaterThan(5);
  });

  /** Each planned meal gets a new id. */
  const slotsOf = (state: MealPlanState): SlotEdit[] =>
    slots.map((slot) => {
      const byId = new Map(mealsOf(state, week).map((meal) => [meal.id, meal]));
      return { ...slot, id: `meal-${ids++}`, recipe: recipeOf(firstRecipeAt(byId, slot)) ?? null };
    });

  const execute = (state: MealPlanState, command: MealPlanCommand, actor: string) => {
    for (const event of mealPlan.decide(command, state)) {
      mealPlan.evolve(state, {
        ...structuredClone(event),
        meta: { actor, commandId: 'any', at: '2026-11-16T08:00:00.000Z' },
      });
    }
  };
});
