import { PictureProblem } from '../../pictures/pictures.ts';
import { fetchingTooFast } from '../plugins/rate-limit.ts';

/** Of calls with the address of a picture, in the field `imageUrl`. */
export const fetchErrors: readonly Error[] = [
  new PictureProblem('PICTURE_NOT_FOUND', { field: 'imageUrl' }),
  new PictureProblem('PICTURE_NOT_READABLE', { field: 'imageUrl' }),
  new PictureProblem('PICTURE_TOO_LARGE', { field: 'imageUrl' }),
  new PictureProblem('PICTURE_TIMEOUT', { field: 'imageUrl' }),
  new PictureProblem('PICTURES_BUSY'),
  fetchingTooFast(60_000),
];
