/** Attributes of images that the client and the page, which the server completes, must have alike. */
import type { Picture } from './pictures.ts';

/** The `sizes` of the picture of a recipe's page, which is at most as wide as the widest picture. */
export const recipePictureSizes = '(min-width: 1168px) 1120px, 100vw';

/** The `srcset` of an image; empty if there are no renditions. */
export const srcSetOf = (pictures: readonly Picture[]): string =>
  pictures.map(({ url, width }) => `${url} ${width}w`).join(', ');
