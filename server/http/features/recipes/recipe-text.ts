import type { RecipeForm } from '../../../core/contracts/recipes.ts';
import type { RecipeMedia, RecipeText } from '../../../core/domain/recipe/events.ts';
import { parsePicture, parseVideoId } from '../../requests/media-fields.ts';

/**
 * The recipe as it is recorded, without fields that belong to another type.
 * @throws HttpError 422 for an invalid address of a picture or video
 */
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

function mediaOf(form: RecipeForm): RecipeMedia {
  const { type } = form;
  const url = parsePicture(form);
  const picture = url === undefined ? null : ({ from: 'web', url } as const);
  switch (type) {
    case 'image':
      return { type, picture };
    case 'youtube':
      return { type, youtubeId: parseVideoId(form), picture };
  }
}
