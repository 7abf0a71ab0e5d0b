/** Addresses of pictures and videos in forms, as they are recorded. */
import { youtubeIdOf } from '../../core/contracts/youtube-address.ts';
import { invalid } from '../answers/errors.ts';
import { webAddress } from './web-address.ts';

/** Undefined for a blank field. @throws HttpError 422 for what is no address of the web */
export function pictureIn({ imageUrl = '' }: { imageUrl?: string | undefined }): string | undefined {
  if (imageUrl.trim() === '') return undefined;
  const address = webAddress(imageUrl);
  if (address === undefined) {
    throw invalid('Image URL must be the address of a picture, starting with https://', 'imageUrl');
  }
  return address;
}

/** The id of the video. @throws HttpError 422 for what is no address of one, or blank */
export function videoIn({ youtubeUrl = '' }: { youtubeUrl?: string | undefined }): string {
  const youtubeId = youtubeIdOf(youtubeUrl);
  if (youtubeId === undefined) throw invalid('Invalid YouTube URL', 'youtubeUrl');
  return youtubeId;
}
