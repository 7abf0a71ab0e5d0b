import type { BasedOn, Recipe } from '../core/contracts/recipes.ts';
import { ingredientLine } from './ingredient-line.ts';

/**
 * The recipe as JSON-LD in the vocabulary of schema.org, which other recipe applications import and search engines read.
 * @param url the address of its page
 */
export function toSchemaOrg(recipe: Recipe, url: string) {
  const { imageUrl, description, cookingTime, servings, cuisine } = recipe;
  const embedUrl = recipe.youtubeUrl ?? recipe.tiktokUrl;
  return {
    '@context': 'https://schema.org',
    '@type': 'Recipe',
    name: recipe.title,
    url,
    author: { '@type': 'Person', name: recipe.author },
    datePublished: recipe.createdAt,
    ...(imageUrl !== undefined && { image: new URL(imageUrl, url).href }),
    ...(description !== '' && { description }),
    ...(cookingTime !== undefined && { totalTime: `PT${cookingTime}M` }),
    ...(servings !== undefined && { recipeYield: String(servings) }),
    ...(cuisine !== '' && { recipeCuisine: cuisine }),
    recipeIngredient: recipe.ingredients.map(ingredientLine),
    recipeInstructions: recipe.instructions.map((text) => ({ '@type': 'HowToStep', text })),
    ...(recipe.basedOn && { isBasedOn: toOriginal(recipe.basedOn, (address) => new URL(address, url).href) }),
    ...(embedUrl !== undefined && {
      video: { '@type': 'VideoObject', name: recipe.title, embedUrl, uploadDate: recipe.createdAt },
    }),
  };
}

/** What a recipe is based on. @param absolute the absolute form of an address of this site */
export const toOriginal = ({ recipeId, title, author }: BasedOn, absolute: (address: string) => string) => ({
  '@type': 'Recipe',
  name: title,
  author: { '@type': 'Person', name: author },
  ...(recipeId !== undefined && { url: absolute(`/recipe/${recipeId}`) }),
});
