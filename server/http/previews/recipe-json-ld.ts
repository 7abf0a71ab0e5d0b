import type { Recipe, RecipeIngredient } from '../../core/contracts/recipes.ts';
import { toOriginal } from '../../recipe-export/schema-org.ts';

/**
 * A recipe as structured data: https://schema.org/Recipe, with the properties that search engines ask for.
 * @param absolute the absolute form of an address of this site
 */
export function recipeJsonLd(recipe: Recipe, absolute: (address: string) => string): object {
  const { title, author, description, cuisine, cookingTime, servings, createdAt, ingredients, instructions } = recipe;
  const pictures = recipe.pictures?.map(({ url }) => url) ?? [];
  const images = [...new Set([recipe.imageUrl, ...pictures])].filter((url) => url !== undefined);
  return {
    '@context': 'https://schema.org',
    '@type': 'Recipe',
    name: title,
    url: absolute(`/recipe/${recipe.id}`),
    author: { '@type': 'Person', name: author },
    datePublished: createdAt,
    ...(recipe.basedOn && { isBasedOn: toOriginal(recipe.basedOn, absolute) }),
    ...(description && { description }),
    ...(images.length > 0 && { image: images.map(absolute) }),
    ...(cuisine && { recipeCuisine: cuisine }),
    // ISO 8601.
    ...(cookingTime !== undefined && { totalTime: `PT${cookingTime}M` }),
    ...(servings !== undefined && { recipeYield: `${servings} ${servings === 1 ? 'serving' : 'servings'}` }),
    ...(ingredients.length > 0 && { recipeIngredient: ingredients.map(ingredientText) }),
    ...(instructions.length > 0 && {
      recipeInstructions: instructions.map((text) => ({ '@type': 'HowToStep', text })),
    }),
  };
}

const ingredientText = ({ amount, unit, name }: RecipeIngredient): string =>
  [amount, unit, name].filter((part) => part !== '').join(' ');
