import {
  mealPlansModel,
  type PlannedWeek,
  plannedWeek,
  weekId,
} from '../../../../projections/definitions/meal-plan.ts';
import { recipesModel } from '../../../../projections/definitions/recipes.ts';
import type { ReadModelReader } from '../../../../projections/read-models/read-model-store.ts';
import { longAgoLimits } from '../../../core/contracts/limits.ts';
import type { LongAgo } from '../../../core/contracts/long-ago.ts';
import { toPlannedRecipe } from '../../../core/contracts/planned-recipe.ts';
import { days, daysAfter, mondayOf } from '../../../core/contracts/week.ts';

/** A week of a plan. */
export interface DatedWeek {
  /** The date of its Monday. */
  readonly week: string;
  readonly meals: PlannedWeek['meals'];
}

export interface PlannedLongAgo {
  readonly recipeId: string;
  /** YYYY-MM-DD */
  readonly lastPlanned: string;
}

/** The Mondays of the weeks in which a recipe may have been planned long ago, or again since. @param monday of this week */
export const weeksToRead = (monday: string): string[] =>
  Array.from({ length: longAgoLimits.weeks + 2 }, (_, n) => daysAfter(monday, 7 * (1 - n)));

/**
 * The recipes that were planned before, but not in the last weeks and not from today on: those that were planned most often
 * first, of these the longest ago.
 */
export function plannedLongAgo(weeks: readonly DatedWeek[], today: string): PlannedLongAgo[] {
  const recentFrom = daysAfter(today, -7 * longAgoLimits.recentWeeks);
  const recipes = new Map<string, { count: number; last: string }>();
  for (const { week, meals } of weeks) {
    for (const { recipe, day } of meals) {
      if (!recipe) continue;
      const date = daysAfter(week, days.indexOf(day));
      const { count, last } = recipes.get(recipe.id) ?? { count: 0, last: date };
      recipes.set(recipe.id, { count: count + 1, last: date > last ? date : last });
    }
  }
  return [...recipes]
    .filter(([, { last }]) => last < recentFrom)
    .sort(([, a], [, b]) => b.count - a.count || (a.last < b.last ? -1 : Number(a.last > b.last)))
    .map(([recipeId, { last }]) => ({ recipeId, lastPlanned: last }));
}

/** The first of these that still exist. @param today YYYY-MM-DD */
export async function readLongAgo(
  { plans, recipes }: { readonly plans: ReadModelReader; readonly recipes: ReadModelReader },
  planId: string,
  today: string,
): Promise<LongAgo['items']> {
  const weeks = weeksToRead(mondayOf(today));
  const stored = await plans.getMany(
    mealPlansModel.plans,
    weeks.map((week) => weekId(planId, week)),
  );
  const dated = weeks.map((week, n) => ({ week, meals: plannedWeek(stored[n]?.json).meals }));
  // Some may have been withdrawn.
  const proposed = plannedLongAgo(dated, today).slice(0, 5 * longAgoLimits.recipes);
  const cards = await recipes.getMany(
    recipesModel.cards,
    proposed.map(({ recipeId }) => recipeId),
  );
  return proposed
    .flatMap(({ lastPlanned }, n) => {
      const card = cards[n];
      return card ? [{ recipe: toPlannedRecipe(JSON.parse(card.json)), lastPlanned }] : [];
    })
    .slice(0, longAgoLimits.recipes);
}
