/** Random histories of recipes. Steps that are not possible are skipped. */
import fc from 'fast-check';
import type { GivenEvent } from './applied-batches.ts';

export const recipeText = {
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
  .map((steps): GivenEvent[] => {
    const published: string[] = [];
    return steps.flatMap(([step, pick], n): GivenEvent[] => {
      if (step === 'publish') {
        published.push(`recipe-${n}`);
        return [[`recipe-${n}`, 'RecipePublished', { ...recipeText, title: `Recipe ${n}` }]];
      }
      const at = pick % Math.max(1, published.length);
      const recipe = published[at];
      if (recipe === undefined) return [];
      if (step === 'revise') return [[recipe, 'RecipeRevised', { ...recipeText, title: `Revised ${n}` }]];
      published.splice(at, 1);
      return [[recipe, 'RecipeWithdrawn', {}]];
    });
  });
