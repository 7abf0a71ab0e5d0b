import { LRUCache } from 'lru-cache';
import { recipesModel } from '../../projections/definitions/recipes.ts';
import type { ReadModelReader } from '../../projections/read-models/read-model-store.ts';
import type { MealPlan, PlannedRecipe } from '../contracts/meal-plan.ts';
import type { RecipeCard } from '../contracts/recipes.ts';
import { days, meals } from '../contracts/week.ts';

/** What slots show of the recipes that are planned most, by the card's JSON: reading it takes longer than all else here. */
const slots = new LRUCache<string, PlannedRecipe>({ max: 1_000 });

/** The week with its recipes as they read now. One that was withdrawn stays as it was planned: the dinner is still on. */
export async function asRecipesAreNow(recipes: ReadModelReader, plan: MealPlan): Promise<MealPlan> {
  const ids = new Set(days.flatMap((day) => meals.flatMap((meal) => plan[day][meal]?.id ?? [])));
  if (ids.size === 0) return plan;
  const documents = await recipes.getMany(recipesModel.cards, [...ids]);
  const known = new Map(
    documents.flatMap((document) => {
      if (!document) return [];
      const slot = slotOf(document.json);
      return [[slot.id, slot]];
    }),
  );
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

function slotOf(json: string): PlannedRecipe {
  let slot = slots.get(json);
  if (slot === undefined) {
    slot = shownIn(JSON.parse(json));
    slots.set(json, slot);
  }
  return slot;
}

/** What a slot shows of a recipe. */
function shownIn({ id, title, cuisine, cookingTime, imageUrl, pictures }: RecipeCard): PlannedRecipe {
  const picture = pictures?.[0]?.url ?? imageUrl;
  return {
    id,
    title,
    ...(cuisine !== '' && { cuisine }),
    ...(cookingTime !== undefined && { cookingTime }),
    ...(picture !== undefined && { imageUrl: picture }),
  };
}
