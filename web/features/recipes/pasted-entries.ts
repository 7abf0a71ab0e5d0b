import { recipeLimits } from '../../../server/core/contracts/limits.ts';
import {
  namesSteps,
  parseIngredientList,
  parsePastedRecipe,
  parseStepList,
} from '../../../server/recipe-text/parse-pasted-recipe.ts';
import { formatCount } from '../../lib/format-count.ts';
import type { RecipeDraft } from './recipe-draft.ts';

/** A draft with what was pasted, and what that is, such as `9 ingredients`. */
export interface Pasted {
  readonly draft: RecipeDraft;
  readonly summary: string;
}

/**
 * Adds a pasted list of ingredients, or a whole recipe, of which empty fields get the title, description, time and
 * servings. Undefined for other text, which stays in the field: less than two lines.
 */
export function withPastedIngredients(draft: RecipeDraft, text: string): Pasted | undefined {
  if (!hasLines(text)) return undefined;
  const recipe = namesSteps(text) ? parsePastedRecipe(text) : undefined;
  const added = recipe?.ingredients ?? parseIngredientList(text);
  const steps = recipe?.instructions ?? [];
  if (added.length === 0) return undefined;
  const orPasted = (written: string, pasted: string | number | undefined) =>
    written.trim() === '' ? String(pasted ?? '') : written;
  return {
    draft: {
      ...draft,
      title: orPasted(draft.title, recipe?.title),
      description: orPasted(draft.description, recipe?.description),
      cookingTime: orPasted(draft.cookingTime, recipe?.cookingTime),
      servings: orPasted(draft.servings, recipe?.servings),
      ingredients: [...draft.ingredients, ...added].slice(0, recipeLimits.ingredients),
      instructions: [...draft.instructions, ...steps].slice(0, recipeLimits.steps),
    },
    summary: [
      formatCount(added.length, 'ingredient'),
      ...(steps.length > 0 ? [formatCount(steps.length, 'step')] : []),
    ].join(' and '),
  };
}

/** Adds pasted steps. Undefined for a single one, which stays in the field. */
export function withPastedSteps(draft: RecipeDraft, text: string): Pasted | undefined {
  const steps = hasLines(text) ? parseStepList(text) : [];
  if (steps.length < 2) return undefined;
  return {
    draft: { ...draft, instructions: [...draft.instructions, ...steps].slice(0, recipeLimits.steps) },
    summary: formatCount(steps.length, 'step'),
  };
}

const pastedFields = ['title', 'description', 'cookingTime', 'servings', 'ingredients', 'instructions'] as const;

/** Takes back what was pasted, except for fields that the user has changed since. */
export function withoutPasted(current: RecipeDraft, before: RecipeDraft, after: RecipeDraft): RecipeDraft {
  const untouched = pastedFields.filter((field) => current[field] === after[field]);
  return { ...current, ...Object.fromEntries(untouched.map((field) => [field, before[field]])) };
}

const hasLines = (text: string): boolean => /\S\s*\n\s*\S/.test(text);
