/** Parses the addresses of pictures and videos in forms. */
import { youtubeIdOf } from '../../core/contracts/youtube-address.ts';
import { invalid } from '../responses/errors.ts';
import { pictureAddress } from './web-address.ts';

/**
 * The normalized address, or a path of this installation; undefined for a blank field.
 * @throws HttpError 422 for an invalid address
 */
export function parsePicture({ imageUrl = '' }: { imageUrl?: string | undefined }): string | undefined {
  if (imageUrl.trim() === '') return undefined;
  const address = pictureAddress(imageUrl.trim());
  if (address === undefined) {
    throw invalid('Image URL must be the address of a picture, starting with https://', 'imageUrl');
  }
  return address;
}

const photoPath = /^\/pictures\/([0-9a-f]{40})\/[1-9][0-9]{0,3}$/;

/** The id of the photo whose path the field has, as a client repeats it that has read the recipe or post. */
export const photoIdIn = ({ imageUrl = '' }: { imageUrl?: string | undefined }): string | undefined =>
  photoPath.exec(imageUrl.trim())?.[1];

/** The id of the video. @throws HttpError 422 for a blank field or an invalid address */
export function parseVideoId({ youtubeUrl = '' }: { youtubeUrl?: string | undefined }): string {
  const youtubeId = youtubeIdOf(youtubeUrl);
  if (youtubeId === undefined) throw invalid('Invalid YouTube URL', 'youtubeUrl');
  return youtubeId;
}
