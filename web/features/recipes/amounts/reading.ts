import { recipeLimits } from '../../../../server/core/contracts/limits.ts';
import type { Recipe, RecipeIngredient } from '../../../../server/core/contracts/recipes.ts';
import { createDeviceSetting } from '../../../lib/device-setting.ts';
import { type Reading, shownQuantity } from './shown-quantity.ts';
import { kitchenUnit, type UnitSystem } from './unit-systems.ts';

type ReadRecipe = Pick<Recipe, 'id' | 'servings' | 'ingredients'>;

/** The system of units that the user has chosen; null: as each recipe states them. */
const chosenSystem = createDeviceSetting<UnitSystem | null>(
  'potluck.units',
  (stored) => (stored === 'metric' || stored === 'us' ? stored : undefined),
  null,
);

/** By the id of a recipe: how many servings the user makes, or its multiple if the recipe does not state its servings. */
type ChosenServings = readonly (readonly [recipeId: string, servings: number])[];

const maxRemembered = 50;

const isEntry = (entry: unknown): entry is ChosenServings[number] =>
  Array.isArray(entry) && typeof entry[0] === 'string' && typeof entry[1] === 'number' && entry[1] > 0;

const chosenServings = createDeviceSetting<ChosenServings>(
  'potluck.servings',
  (stored) => (Array.isArray(stored) ? stored.filter(isEntry) : undefined),
  [],
);

/** For a recipe without a number of servings. */
export const multiples: readonly number[] = [1 / 4, 1 / 2, 1, 2, 3, 4, 5, 6, 8, 10];

export interface RecipeReading extends Reading {
  /** How many servings the amounts are for, or the multiple of the recipe. */
  readonly servings: number;
  choose: (servings: number) => void;
}

/** How the user reads the amounts of a recipe, as they chose it last in this browser. */
export function useReading({ id, servings: written }: ReadRecipe): RecipeReading {
  const system = useChosenSystem();
  const chosen = chosenServings.use().find(([recipeId]) => recipeId === id)?.[1] ?? written ?? 1;
  // The recipe may have stated its servings since.
  const servings = written === undefined ? chosen : Math.min(Math.max(1, Math.round(chosen)), recipeLimits.servings);
  const choose = (changed: number) => {
    const others = chosenServings.get().filter(([recipeId]) => recipeId !== id);
    const isWritten = changed === (written ?? 1);
    chosenServings.set(isWritten ? others : [[id, changed] as const, ...others].slice(0, maxRemembered));
  };
  return { servings, system, factor: servings / (written ?? 1), choose };
}

/** The system that is chosen, or the one in which most ingredients are written; undefined if that makes no difference. */
export function useUnitSystem({ ingredients }: ReadRecipe): UnitSystem | undefined {
  const chosen = chosenSystem.use();
  const units = ingredients.filter(({ amount }) => amount !== '').map(({ unit }) => kitchenUnit(unit)?.system);
  const [metric, us] = (['metric', 'us'] as const).map((system) => units.filter((each) => each === system).length);
  if (!metric && !us) return undefined;
  return chosen ?? ((us ?? 0) > (metric ?? 0) ? 'us' : 'metric');
}

/** The system that the user has chosen; undefined: as each recipe states them. */
export const useChosenSystem = (): UnitSystem | undefined => chosenSystem.use() ?? undefined;

export const chooseUnitSystem = (system: UnitSystem): void => chosenSystem.set(system);

/** An ingredient as the user reads it. */
export const shownIngredient = (ingredient: RecipeIngredient, reading: Reading): RecipeIngredient => ({
  ...ingredient,
  ...shownQuantity(ingredient, reading),
});
