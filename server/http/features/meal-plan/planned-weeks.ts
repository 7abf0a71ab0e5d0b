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
import type { MealPlan, PlannedMeal } from '../../../core/contracts/meal-plan.ts';
import { slotsOf } from '../../../core/contracts/plan-meals.ts';
import { toPlannedRecipe } from '../../../core/contracts/planned-recipe.ts';
import type { PlanVersion } from '../../../core/domain/meal-plan/decider.ts';
import { currentEdition } from '../../responses/sending.ts';

/** A week of a plan as a response. */
export interface WeekResponse {
  readonly json: string;
  /** Number of changes of the week that it includes. */
  readonly revision: number;
  /** For the ETag. The revision alone is not enough: a planned recipe can change without the plan. */
  readonly version: string;
}

/** Weeks with the current data of their recipes. A withdrawn recipe stays as it was when it was planned. */
export interface PlannedWeeks {
  /** @param week date of its Monday */
  read(planId: string, week: string): Promise<WeekResponse>;
  /** A week as a write left it, even if the read model does not include that write yet. */
  show(week: string, planned: PlannedWeek): Promise<WeekResponse>;
}

/** A week, and the positions of the documents that it was built from. */
interface CachedWeek extends WeekResponse {
  readonly edition: string;
  readonly planPosition: bigint | undefined;
  readonly recipeIds: readonly string[];
  readonly recipePositions: readonly (bigint | undefined)[];
}

/** Maximum number of cached weeks, and of their characters in total. */
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
      const edition = currentEdition();
      const stored = await model.get(mealPlansModel.plans, id);
      const cached = weeks.get(id);
      if (cached?.edition === edition && cached.planPosition === stored?.position) {
        const cards = await cardsOf(cached.recipeIds);
        if (cards.every((card, i) => card?.position === cached.recipePositions[i])) return cached;
      }
      const planned = plannedWeek(stored?.json);
      const recipeIds = recipesIn(planned);
      const cards = await cardsOf(recipeIds);
      const built = buildWeek(week, planned, cards);
      const recipePositions = cards.map((card) => card?.position);
      weeks.set(id, { ...built, edition, planPosition: stored?.position, recipeIds, recipePositions });
      return built;
    },
    show: async (week, planned) => buildWeek(week, planned, await cardsOf(recipesIn(planned))),
  };
}

const recipesIn = ({ meals }: PlannedWeek): string[] => [...new Set(meals.flatMap(({ recipe }) => recipe?.id ?? []))];

function buildWeek(week: string, { revision, meals }: PlannedWeek, cards: readonly Card[]): WeekResponse {
  const current = withCurrentRecipes(meals, cards);
  const json = JSON.stringify({ ...slotsOf(current), meals: current } satisfies MealPlan);
  return { json, revision, version: `${week}.${revision}.${hash('sha256', json, 'base64url').slice(0, 12)}` };
}

function withCurrentRecipes(meals: PlannedWeek['meals'], cards: readonly Card[]): PlannedMeal[] {
  const recipes = cards.flatMap((card) => (card ? toPlannedRecipe(JSON.parse(card.json)) : []));
  const currentById = new Map(recipes.map((recipe) => [recipe.id, recipe]));
  return meals.map((meal) => {
    if (!meal.recipe) return meal;
    const recipe = currentById.get(meal.recipe.id);
    return recipe ? { ...meal, recipe } : { ...meal, isWithdrawn: true };
  });
}

const versionPattern = /^(\d{4}-\d\d-\d\d)\.(\d{1,15})\.[\w-]{12}$/;

/** The state of the plan that a version was built from; undefined if the text is not a version. */
export function parsePlanVersion(text: string): PlanVersion | undefined {
  const [, week, revision] = versionPattern.exec(text) ?? [];
  return week === undefined || revision === undefined ? undefined : { week, revision: Number(revision) };
}
