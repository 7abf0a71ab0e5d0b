import type { RecipeForm } from '../contracts/recipes.ts';
import { youtubeIdOf } from '../contracts/youtube-address.ts';
import type { RecipeMedia, RecipeText } from '../domain/recipe/events.ts';
import { invalid } from './errors.ts';
import { webAddress } from './web-address.ts';

/** What a form says, as it is recorded; fields of other types than the chosen one are left out. */
export function recipeTextOf(form: RecipeForm): RecipeText {
  const { title, author, description, cookingTime, servings, cuisine, difficulty, ingredients, instructions } = form;
  return {
    title,
    author: author ?? null,
    media: mediaOf(form),
    description: description ?? '',
    cookingTime: cookingTime ?? null,
    servings: servings ?? null,
    cuisine: cuisine ?? '',
    difficulty: difficulty ?? null,
    ingredients: (ingredients ?? []).map(({ name, amount = '', unit = '' }) => ({
      name,
      amount: String(amount),
      unit,
    })),
    instructions: instructions ?? [],
  };
}

function mediaOf({ type, imageUrl = '', youtubeUrl = '' }: RecipeForm): RecipeMedia {
  const url = webAddress(imageUrl);
  if (url === undefined && imageUrl.trim() !== '') {
    throw invalid('Image URL must be the address of a picture, starting with https://', 'imageUrl');
  }
  const picture = url === undefined ? null : ({ from: 'web', url } as const);
  switch (type) {
    case 'image':
      return { type, picture };
    case 'youtube': {
      const youtubeId = youtubeIdOf(youtubeUrl);
      if (youtubeId === undefined) throw invalid('Invalid YouTube URL', 'youtubeUrl');
      return { type, youtubeId, picture };
    }
  }
}
