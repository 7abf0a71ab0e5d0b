/** Attributes of images that the client and the page, which the server completes, must have alike. */
import type { Picture } from './pictures.ts';
import type { Recipe } from './recipes.ts';

/** The `sizes` of the picture of a recipe's page: from a tablet's width on, the text is beside it. */
const recipePictureSizes = '(min-width: 1168px) 620px, (min-width: 1024px) 54vw, (min-width: 768px) 50vw, 100vw';

/** The `srcset` of an image; empty if there are no renditions. */
export const srcSetOf = (pictures: readonly Picture[]): string =>
  pictures.map(({ url, width }) => `${url} ${width}w`).join(', ');

/** The `srcset` and `sizes` of the picture of a recipe's page. */
export const recipePictureSet = ({
  pictures = [],
  wholePictures = pictures,
}: Pick<Recipe, 'pictures' | 'wholePictures'>) =>
  wholePictures.length > 0 ? { srcSet: srcSetOf(wholePictures), sizes: recipePictureSizes } : {};
