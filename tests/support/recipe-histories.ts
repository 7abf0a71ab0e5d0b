/** Recipes that are published, revised and withdrawn, each where it is possible then. */
import fc from 'fast-check';
import type { Happened } from './applied-batches.ts';

const text = {
  author: null,
  media: { type: 'image', picture: null },
  description: '',
  cookingTime: null,
  servings: null,
  cuisine: '',
  difficulty: null,
  ingredients: [],
  instructions: [],
};

export const recipeHistory = fc
  .array(fc.tuple(fc.constantFrom('publish', 'publish', 'revise', 'revise', 'withdraw'), fc.nat()), {
    maxLength: 25,
    size: 'max',
  })
  .map((steps): Happened[] => {
    const there: string[] = [];
    return steps.flatMap(([step, pick], n): Happened[] => {
      if (step === 'publish') {
        there.push(`recipe-${n}`);
        return [[`recipe-${n}`, 'RecipePublished', { ...text, title: `Recipe ${n}` }]];
      }
      const at = pick % Math.max(1, there.length);
      const recipe = there[at];
      if (recipe === undefined) return [];
      if (step === 'revise') return [[recipe, 'RecipeRevised', { ...text, title: `Revised ${n}` }]];
      there.splice(at, 1);
      return [[recipe, 'RecipeWithdrawn', {}]];
    });
  });
