/** What releases have stored in this browser in which a slot had one recipe at most, and meals had no ids. */
import type { PlannedRecipe, WeekSlots } from '../../../server/core/contracts/meal-plan.ts';
import { idOfSlot } from '../../../server/core/contracts/slot-id.ts';
import { type Day, days, type Meal, meals } from '../../../server/core/contracts/week.ts';
import type { Versioned } from '../../lib/sync/versioned.ts';
import type { PlanChange, PlannedWeek } from './plan.ts';

interface StoredSlotChange {
  readonly day: Day;
  readonly meal: Meal;
  readonly recipe: PlannedRecipe | null;
  readonly from: string | null;
}

/** Brings a stored change of the first shape to the second one. */
export function toPlanChange(stored: unknown): PlanChange {
  // It was stored with the number of its shape.
  const change = stored as StoredSlotChange;
  return { slots: [change] };
}

type StoredWeek = Omit<PlannedWeek, 'meals'> & { readonly plan: WeekSlots };

/** Brings a stored week to the current form. */
export function fromStoredWeek(stored: Versioned): PlannedWeek {
  // The key under which it was stored determines its type.
  const week = stored as PlannedWeek | StoredWeek;
  if ('meals' in week) return week;
  const { plan, ...planned } = week;
  const recipes = days.flatMap((day) =>
    meals.flatMap((meal) => {
      const recipe = plan[day][meal];
      const id = idOfSlot({ week: planned.week, day, meal });
      return recipe ? [{ id, day, meal, recipe, note: null, servings: null }] : [];
    }),
  );
  return { ...planned, meals: recipes };
}
