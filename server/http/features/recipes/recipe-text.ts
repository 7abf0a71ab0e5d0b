import { dishNameAt } from '../../../../projections/definitions/dishes.ts';
import type { RecipeForm } from '../../../core/contracts/recipes.ts';
import type { RecipeMedia, RecipePicture, RecipeText } from '../../../core/domain/recipe/events.ts';
import type { Pictures } from '../../../pictures/pictures.ts';
import { parsePicture, parseVideoId } from '../../requests/media-fields.ts';
import { uploadedPicture } from '../../requests/photos.ts';

/**
 * The recipe as it is recorded, without fields that belong to another type.
 * @throws HttpError 422 for an invalid address of a picture or video, PictureProblem, PicturesUnavailable
 */
export async function recipeTextOf(form: RecipeForm, pictures: Pick<Pictures, 'find'>): Promise<RecipeText> {
  const { title, author, description, cookingTime, servings, cuisine, difficulty, ingredients, instructions } = form;
  return {
    title,
    author: author ?? null,
    media: mediaOf(form, await pictureOf(form, pictures)),
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

/** An uploaded picture comes before an address. */
async function pictureOf(form: RecipeForm, pictures: Pick<Pictures, 'find'>): Promise<RecipePicture | null> {
  const url = parsePicture(form);
  if (form.photo) return { from: 'upload', ...(await uploadedPicture(form.photo, pictures, 'photo')) };
  if (url === undefined) return null;
  const name = dishNameAt(url);
  return name === undefined ? { from: 'web', url } : { from: 'art', name };
}

function mediaOf(form: RecipeForm, picture: RecipePicture | null): RecipeMedia {
  const { type } = form;
  switch (type) {
    case 'image':
      return { type, picture };
    case 'youtube':
      return { type, youtubeId: parseVideoId(form), picture };
  }
}
