import type { PlannedRecipe } from '../../../core/contracts/meal-plan.ts';
import { pictureAddress } from '../../requests/web-address.ts';
import { invalid } from '../../responses/errors.ts';

/**
 * The recipe with a normalized address of its picture, and without unknown fields.
 * @param path where it is in the request
 * @throws HttpError
 */
export function storedRecipe(
  recipe: PlannedRecipe | null | undefined,
  path: readonly (string | number)[],
): PlannedRecipe | null {
  if (!recipe) return null;
  const { id, title, cuisine, cookingTime, imageUrl } = recipe;
  const picture = imageUrl === undefined ? undefined : pictureAddress(imageUrl);
  if (imageUrl !== undefined && picture === undefined) {
    throw invalid(
      `Invalid input data: ${path.join('.')}.imageUrl is not the address of a picture`,
      `${path.join('/')}/imageUrl`,
    );
  }
  return {
    id,
    title,
    ...(cuisine !== undefined && { cuisine }),
    ...(cookingTime !== undefined && { cookingTime }),
    ...(picture !== undefined && { imageUrl: picture }),
  };
}
