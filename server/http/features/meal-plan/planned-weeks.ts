import { hash } from 'node:crypto';
import { LRUCache } from 'lru-cache';
import {
  mealPlansModel,
  type PlannedWeek,
  plannedWeek,
  weekId,
} from '../../../../projections/definitions/meal-plan.ts';
import { recipesModel } from '../../../../projections/definitions/recipes.ts';
import type { ReadModelReader, StoredDocument } from '../../../../projections/read-models/read-model-store.ts';
import type { MealPlan, PlannedRecipe } from '../../../core/contracts/meal-plan.ts';
import { plannedRecipe } from '../../../core/contracts/planned-recipe.ts';
import { days, meals } from '../../../core/contracts/week.ts';
import type { PlanVersion } from '../../../core/domain/meal-plan/decider.ts';

/** A week of a plan, as it is sent. */
export interface WeekResponse {
  readonly json: string;
  /** Number of changes of the week that it includes. */
  readonly revision: number;
  /** For the ETag. Not the plan's revision alone: what a slot shows of a recipe changes without the plan. */
  readonly version: string;
}

/** Weeks with the current data of their recipes. A withdrawn recipe stays as it was planned: the dinner is still on. */
export interface PlannedWeeks {
  /** @param week date of its Monday */
  read(planId: string, week: string): Promise<WeekResponse>;
  /** A week as a write left it, even if the read model does not include that write yet. */
  show(week: string, planned: PlannedWeek): Promise<WeekResponse>;
}

/** A week, and the positions of the documents that it was built from. */
interface CachedWeek extends WeekResponse {
  readonly plannedAt: bigint | undefined;
  readonly recipeIds: readonly string[];
  readonly recipesAt: readonly (bigint | undefined)[];
}

/** Weeks in the cache, and their characters in total. */
const cacheLimits = { max: 5_000, maxSize: 16_000_000 };

type Card = StoredDocument | undefined;

/** Caches weeks: rebuilds one only when its plan or one of its recipes has changed. */
export function createPlannedWeeks(model: ReadModelReader, recipes: ReadModelReader): PlannedWeeks {
  const weeks = new LRUCache<string, CachedWeek>({ ...cacheLimits, sizeCalculation: ({ json }) => json.length });
  const cardsOf = async (ids: readonly string[]): Promise<Card[]> =>
    ids.length === 0 ? [] : recipes.getMany(recipesModel.cards, ids);
  return {
    async read(planId, week) {
      const id = weekId(planId, week);
      const stored = await model.get(mealPlansModel.plans, id);
      const cached = weeks.get(id);
      if (cached && cached.plannedAt === stored?.position) {
        const cards = await cardsOf(cached.recipeIds);
        if (cards.every((card, i) => card?.position === cached.recipesAt[i])) return cached;
      }
      const planned = plannedWeek(stored?.json);
      const recipeIds = recipesIn(planned.plan);
      const cards = await cardsOf(recipeIds);
      const shown = buildWeek(week, planned, cards);
      const recipesAt = cards.map((card) => card?.position);
      weeks.set(id, { ...shown, plannedAt: stored?.position, recipeIds, recipesAt });
      return shown;
    },
    show: async (week, planned) => buildWeek(week, planned, await cardsOf(recipesIn(planned.plan))),
  };
}

const recipesIn = (plan: MealPlan): string[] => [
  ...new Set(days.flatMap((day) => meals.flatMap((meal) => plan[day][meal]?.id ?? []))),
];

function buildWeek(week: string, { revision, plan }: PlannedWeek, cards: readonly Card[]): WeekResponse {
  const json = JSON.stringify(withCurrentRecipes(plan, cards));
  return { json, revision, version: `${week}.${revision}.${hash('sha256', json, 'base64url').slice(0, 12)}` };
}

function withCurrentRecipes(plan: MealPlan, cards: readonly Card[]): MealPlan {
  const slots = cards.flatMap((card) => (card ? plannedRecipe(JSON.parse(card.json)) : []));
  const known = new Map(slots.map((slot) => [slot.id, slot]));
  const now = (planned: PlannedRecipe | null) => planned && (known.get(planned.id) ?? planned);
  const day = ({ Breakfast, Lunch, Dinner }: MealPlan['Monday']) => ({
    Breakfast: now(Breakfast),
    Lunch: now(Lunch),
    Dinner: now(Dinner),
  });
  return {
    Monday: day(plan.Monday),
    Tuesday: day(plan.Tuesday),
    Wednesday: day(plan.Wednesday),
    Thursday: day(plan.Thursday),
    Friday: day(plan.Friday),
    Saturday: day(plan.Saturday),
    Sunday: day(plan.Sunday),
  };
}

const version = /^(\d{4}-\d\d-\d\d)\.(\d{1,15})\.[\w-]{12}$/;

/** The state of the plan that a version was built from; undefined if the text is not a version. */
export function parsePlanVersion(text: string): PlanVersion | undefined {
  const [, week, revision] = version.exec(text) ?? [];
  return week === undefined || revision === undefined ? undefined : { week, revision: Number(revision) };
}
