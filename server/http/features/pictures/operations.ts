import { pictureLimits } from '../../../core/contracts/limits.ts';
import { AddressedPictureQuery, PictureImport, PicturePath, StoredPicture } from '../../../core/contracts/pictures.ts';
import { PictureProblem, PicturesUnavailable } from '../../../pictures/pictures.ts';
import { uploadedId } from '../../openapi/examples.ts';
import { bytes, json, type Operation } from '../../openapi/operation.ts';
import { fetchingTooFast } from '../../plugins/rate-limit.ts';
import { invalid, notFound } from '../../responses/errors.ts';

const tag = 'Pictures';

const stored: StoredPicture = {
  id: uploadedId,
  pictures: [
    { url: `/pictures/${uploadedId}/320`, width: 320, height: 240 },
    { url: `/pictures/${uploadedId}/640`, width: 640, height: 480 },
    { url: `/pictures/${uploadedId}/1080`, width: 1080, height: 810 },
  ],
  placeholder: 'data:image/webp;base64,UklGRiIAAABXRUJQVlA4IBYAAAAwAQCdASoBAAEADsD+JaQAA3AAAAAA',
};

const unavailable = new PicturesUnavailable('');

export const uploadPicture = {
  tag,
  summary: 'Upload a photo',
  description:
    'A JPEG, PNG, WebP or AVIF. It is encoded anew in several widths, upright and without its metadata; of an animation, only its first picture is kept. The same photo gets the same id. Name the id in a recipe or a post within a week: after that, the photo is removed.',
  token: 'required',
  limit: 'uploading',
  upload: { field: 'picture', description: 'The photo', maxBytes: pictureLimits.bytes },
  responses: [json(201, 'The stored photo', StoredPicture, { 'A photo': stored })],
  errors: [
    new PictureProblem('NOT_A_PICTURE'),
    new PictureProblem('TOO_MANY_PIXELS'),
    new PictureProblem('DAMAGED_PICTURE'),
    new PictureProblem('PICTURE_TOO_SLOW'),
    new PictureProblem('PICTURES_BUSY'),
    unavailable,
  ],
} satisfies Operation;

const fetchProblems = (
  ['PICTURE_NOT_FOUND', 'PICTURE_NOT_READABLE', 'PICTURE_TOO_LARGE', 'PICTURE_TIMEOUT'] as const
).map((code) => new PictureProblem(code, { field: 'url' }));
export const notAnAddress = () => invalid('This is not the address of a picture, starting with https://', 'url');

export const importPicture = {
  tag,
  summary: 'Fetch a picture from its address',
  description:
    'The server fetches it from the internet, following redirects, and stores it like an upload. A recipe or post that is sent with the same address within ten minutes gets the same picture without another request.',
  token: 'required',
  body: PictureImport,
  bodyExamples: { 'A picture': { url: 'https://example.org/crust.webp' } },
  responses: [json(201, 'The stored picture', StoredPicture, { 'A picture': stored })],
  errors: [notAnAddress(), ...fetchProblems, new PictureProblem('PICTURES_BUSY'), unavailable, fetchingTooFast(60_000)],
} satisfies Operation;

export const readAddressedPicture = {
  tag,
  summary: 'Read a picture of another site',
  description:
    'That a recipe, a post or a profile names by its address, for example the avatar of a Google account, or the picture of a YouTube video. The server fetches it at the first call and keeps it, so that browsers of readers contact no other site. Addresses that nothing names, or only a plan, are not fetched.',
  token: 'ignored',
  querystring: AddressedPictureQuery,
  responses: [bytes(200, 'The picture', ['image/webp'])],
  errors: [notFound('picture'), new PictureProblem('PICTURES_BUSY'), unavailable],
} satisfies Operation;

export const readPicture = {
  tag,
  summary: 'Read a photo in one of its widths',
  description: 'The content at an address never changes, so it may be cached forever.',
  token: 'ignored',
  params: PicturePath,
  responses: [bytes(200, 'The photo', ['image/webp'])],
  errors: [new PictureProblem('PICTURES_BUSY'), unavailable],
} satisfies Operation;
