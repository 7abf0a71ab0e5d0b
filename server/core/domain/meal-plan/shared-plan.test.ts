import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { Spread } from '../../../../tests/support/spread.ts';
import { mealPlanLimits } from '../../contracts/limits.ts';
import { days, meals } from '../../contracts/week.ts';
import type { MealChanges } from './change-meals.ts';
import { type MealPlanCommand, type MealPlanState, mealPlan, mealsOf } from './decider.ts';
import type { Dish, MealPlanEvent, Slot } from './events.ts';
import type { PlannedMeal } from './planned-week.ts';

const week = '2026-11-16';
const ramen: Dish = { recipe: { id: 'ramen', title: 'Shoyu Ramen' } };
const pizza: Dish = { recipe: { id: 'pizza', title: 'Margherita Pizza' } };
const eatingOut: Dish = { note: { title: 'Eating out', details: 'Café Nord' } };

describe('three members editing one plan', () => {
  const members = ['mia', 'tom', 'ann'];
  const slots = days.slice(0, 2).flatMap((day) => meals.slice(0, 2).map((meal) => ({ day, meal })));
  const slot = fc.constantFrom(...slots);
  const step = fc.record({
    who: fc.constantFrom(...members),
    /** Whether they read the plan before this change. */
    reads: fc.boolean(),
    does: fc.constantFrom('plan', 'move', 'move', 'swap', 'replace', 'setServings', 'remove'),
    /** Choose among the meals that they saw. */
    first: fc.nat(20),
    second: fc.nat(20),
    slot,
    dish: fc.constantFrom<Dish>(ramen, pizza, eatingOut),
    servings: fc.integer({ min: 1, max: 3 }),
  });

  it('never lose or double a meal by moving it, or fill a slot too much', () => {
    const [accepted, refused, moves] = [new Spread(), new Spread(), new Spread()];
    fc.assert(
      fc.property(fc.array(step, { maxLength: 80, size: 'max' }), (steps) => {
        const state: MealPlanState = mealPlan.initial();
        const seen = new Map<string, PlannedMeal[]>(members.map((who) => [who, []]));
        const counts = { accepted: 0, refused: 0, moves: 0 };
        steps.forEach(({ who, reads, does, first, second, slot: to, dish, servings }, n) => {
          if (reads) seen.set(who, mealsOf(state, week));
          const known = seen.get(who) ?? [];
          const [one, other] = [known[first % known.length], known[second % known.length]];
          const changes = changesFor(does, { one, other, to, dish, servings, id: `meal-${n}` });
          const before = mealsOf(state, week);
          const events = attempt(state, { type: 'ChangePlan', week, ...changes });
          if (!events) {
            counts.refused++;
            expect(mealsOf(state, week)).toEqual(before);
            return;
          }
          if (events.length > 0) counts.accepted++;
          const after = mealsOf(state, week);
          const [idsBefore, idsAfter] = [before, after].map((all) => all.map(({ id }) => id).sort());
          if (does === 'plan') expect(idsAfter).toEqual([...(idsBefore ?? []), `meal-${n}`].sort());
          else if (does === 'remove') expect(idsAfter).toEqual(idsBefore?.filter((id) => id !== one?.id));
          else expect(idsAfter).toEqual(idsBefore);
          if (does === 'move' || does === 'swap') {
            if (events.length > 0) counts.moves++;
            const contents = (all: PlannedMeal[]) =>
              all.map(({ day: _, meal: __, ...rest }) => JSON.stringify(rest)).sort();
            expect(contents(after)).toEqual(contents(before));
          }
          for (const each of slots) {
            const inSlot = after.filter(({ day, meal }) => day === each.day && meal === each.meal);
            expect(inSlot.length).toBeLessThanOrEqual(mealPlanLimits.perSlot);
          }
        });
        accepted.add(counts.accepted);
        refused.add(counts.refused);
        moves.add(counts.moves);
      }),
      { numRuns: 400 },
    );
    expect(accepted.mean).toBeGreaterThan(10);
    expect(refused.mean).toBeGreaterThan(1.5);
    expect(moves.mean).toBeGreaterThan(2);
  });

  interface Choice {
    one: PlannedMeal | undefined;
    other: PlannedMeal | undefined;
    to: Slot;
    dish: Dish;
    servings: number;
    id: string;
  }

  function changesFor(does: string, { one, other, to, dish, servings, id }: Choice): MealChanges {
    if (does === 'plan') return { plan: [{ id, ...to, ...dish, servings }] };
    if (!one) return {};
    const { id: oneId, day, meal } = one;
    const from = 'note' in one ? { note: one.note } : { recipe: one.recipe.id };
    switch (does) {
      case 'swap':
        return !other || other.id === oneId
          ? {}
          : {
              move: [
                { id: oneId, day: other.day, meal: other.meal, from: { day, meal } },
                { id: other.id, day, meal, from: { day: other.day, meal: other.meal } },
              ],
            };
      case 'move':
        return { move: [{ id: oneId, ...to, from: { day, meal } }] };
      case 'replace':
        return { replace: [{ id: oneId, ...dish, from }] };
      case 'setServings':
        return { setServings: [{ id: oneId, servings, from: one.servings }] };
      default:
        return { remove: [{ id: oneId, from }] };
    }
  }

  /** Undefined if the command is refused. */
  function attempt(state: MealPlanState, command: MealPlanCommand): MealPlanEvent[] | undefined {
    let events: MealPlanEvent[];
    try {
      events = mealPlan.decide(command, state);
    } catch {
      return undefined;
    }
    for (const event of events) {
      mealPlan.evolve(state, {
        ...structuredClone(event),
        meta: { actor: 'any', commandId: 'any', at: '2026-11-16T08:00:00.000Z' },
      });
    }
    return events;
  }
});
