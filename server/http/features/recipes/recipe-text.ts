import type { FastifyRequest } from 'fastify';
import { dishNameAt } from '../../../../projections/definitions/dishes.ts';
import type { RecipeForm } from '../../../core/contracts/recipes.ts';
import type { RecipeMedia, RecipePicture, RecipeText } from '../../../core/domain/recipe/events.ts';
import { PictureProblem } from '../../../pictures/pictures.ts';
import type { FormPictures } from '../../requests/form-pictures.ts';
import { parsePicture, parseVideoId, photoIdIn } from '../../requests/media-fields.ts';

export interface RecipeTextSource {
  readonly request: FastifyRequest;
  readonly pictures: FormPictures;
  /** The address of the picture that the recipe has already, from before the server fetched pictures. */
  readonly currentImageUrl?: string | undefined;
}

/**
 * The recipe as it is recorded, without fields that belong to another type.
 * @throws HttpError 422 for an invalid address of a picture or video, PictureProblem, PicturesUnavailable
 */
export async function recipeTextOf(form: RecipeForm, source: RecipeTextSource): Promise<RecipeText> {
  const { title, author, description, cookingTime, servings, cuisine, difficulty, ingredients, instructions } = form;
  return {
    title,
    author: author ?? null,
    media: mediaOf(form, await pictureOf(form, source)),
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
async function pictureOf(form: RecipeForm, source: RecipeTextSource): Promise<RecipePicture | null> {
  const { pictures, request, currentImageUrl } = source;
  const repeated = photoIdIn(form);
  const url = repeated === undefined ? parsePicture(form) : undefined;
  if (form.photo) return { from: 'upload', ...(await pictures.uploaded(form.photo, 'photo')) };
  if (repeated !== undefined) return { from: 'upload', ...(await pictures.uploaded({ id: repeated }, 'imageUrl')) };
  if (url === undefined) return null;
  const dish = dishNameAt(url);
  if (dish !== undefined) return { from: 'art', name: dish };
  try {
    const found = url === currentImageUrl ? url : await pictures.at(url, request, 'imageUrl');
    return typeof found === 'string' ? { from: 'web', url: found } : { from: 'upload', ...found };
  } catch (error) {
    // The form of a video has no field for its picture, and the video is more than that: the first reader's view is
    // another attempt.
    if (form.type === 'youtube' && error instanceof PictureProblem) return { from: 'web', url };
    throw error;
  }
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
