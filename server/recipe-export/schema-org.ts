import type { BasedOn, Recipe } from '../core/contracts/recipes.ts';
import { ingredientLine } from './ingredient-line.ts';

/**
 * The recipe as JSON-LD in the vocabulary of schema.org (https://schema.org/Recipe), which other recipe applications
 * import and search engines read. What the author has not said is left out.
 * @param url the address of its page
 */
export function toSchemaOrg(recipe: Recipe, url: string) {
  const { title, author, createdAt, description, cookingTime, servings, cuisine, ingredients, instructions } = recipe;
  const absolute = (address: string): string => new URL(address, url).href;
  const pictures = recipe.pictures?.map((picture) => picture.url) ?? [];
  const images = [...new Set([recipe.imageUrl, ...pictures])].filter((address) => address !== undefined).map(absolute);
  const embedUrl = recipe.youtubeUrl ?? recipe.tiktokUrl;
  return {
    '@context': 'https://schema.org',
    '@type': 'Recipe',
    name: title,
    url,
    author: { '@type': 'Person', name: author },
    datePublished: createdAt,
    ...(images.length > 0 && { image: images }),
    ...(description !== '' && { description }),
    // ISO 8601.
    ...(cookingTime !== undefined && { totalTime: `PT${cookingTime}M` }),
    ...(servings !== undefined && { recipeYield: `${servings} ${servings === 1 ? 'serving' : 'servings'}` }),
    ...(cuisine !== '' && { recipeCuisine: cuisine }),
    ...(ingredients.length > 0 && { recipeIngredient: ingredients.map(ingredientLine) }),
    ...(instructions.length > 0 && {
      recipeInstructions: instructions.map((text) => ({ '@type': 'HowToStep', text })),
    }),
    ...(recipe.basedOn && { isBasedOn: toOriginal(recipe.basedOn, absolute) }),
    ...(embedUrl !== undefined && {
      video: {
        ...{ '@type': 'VideoObject', name: title, embedUrl, uploadDate: createdAt },
        ...(images.length > 0 && { thumbnailUrl: images }),
      },
    }),
  };
}

const toOriginal = ({ recipeId, title, author }: BasedOn, absolute: (address: string) => string) => ({
  '@type': 'Recipe',
  name: title,
  author: { '@type': 'Person', name: author },
  ...(recipeId !== undefined && { url: absolute(`/recipe/${recipeId}`) }),
});
