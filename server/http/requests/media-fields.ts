/** Parses the addresses of pictures and videos in forms. */
import { youtubeIdOf } from '../../core/contracts/youtube-address.ts';
import { invalid } from '../responses/errors.ts';
import { webAddress } from './web-address.ts';

/** The normalized address; undefined for a blank field. @throws HttpError 422 for an invalid address */
export function parsePicture({ imageUrl = '' }: { imageUrl?: string | undefined }): string | undefined {
  if (imageUrl.trim() === '') return undefined;
  const address = webAddress(imageUrl);
  if (address === undefined) {
    throw invalid('Image URL must be the address of a picture, starting with https://', 'imageUrl');
  }
  return address;
}

/** The id of the video. @throws HttpError 422 for a blank field or an invalid address */
export function parseVideoId({ youtubeUrl = '' }: { youtubeUrl?: string | undefined }): string {
  const youtubeId = youtubeIdOf(youtubeUrl);
  if (youtubeId === undefined) throw invalid('Invalid YouTube URL', 'youtubeUrl');
  return youtubeId;
}
