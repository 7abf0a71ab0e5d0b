import type { FastifyRequest } from 'fastify';
import type { PostForm } from '../../../core/contracts/community.ts';
import type { PostBody } from '../../../core/domain/post/events.ts';
import type { UploadedPicture } from '../../../core/domain/uploaded-picture.ts';
import type { FormPictures } from '../../requests/form-pictures.ts';
import { parsePicture, parseVideoId, photoIdIn } from '../../requests/media-fields.ts';

export interface PostBodySource {
  readonly request: FastifyRequest;
  readonly pictures: FormPictures;
  /** The address of the picture that the post has already, from before the server fetched pictures. */
  readonly currentImageUrl?: string | undefined;
}

/**
 * The body of a post as it is recorded, without fields that are blank or belong to another type. The picture at an address
 * is fetched, and recorded like a photo.
 * @throws HttpError 422 for an invalid address of a picture or video, PictureProblem, PicturesUnavailable
 */
export async function bodyOf(form: PostForm, source: PostBodySource): Promise<PostBody> {
  const { type = 'text', content = '' } = form;
  switch (type) {
    case 'text':
      return { type, content };
    case 'image': {
      const named = form.photos ?? [];
      const repeated = photoIdIn(form);
      const isAdded = repeated !== undefined && named.every(({ id }) => id !== repeated);
      const uploaded = await source.pictures.allUploaded(isAdded ? [{ id: repeated }, ...named] : named);
      const imageUrl = repeated === undefined ? parsePicture(form) : undefined;
      const { photos, ...kept } = await withPictureAt(imageUrl, uploaded, source);
      return { type, content, ...kept, ...(photos.length > 0 && { photos }) };
    }
    case 'youtube':
      return form.youtubeUrl?.trim() ? { type, content, youtubeId: parseVideoId(form) } : { type, content };
  }
}

async function withPictureAt(
  imageUrl: string | undefined,
  uploaded: readonly UploadedPicture[],
  { pictures, request, currentImageUrl }: PostBodySource,
): Promise<{ imageUrl?: string; photos: UploadedPicture[] }> {
  if (imageUrl === undefined) return { photos: [...uploaded] };
  const found = imageUrl === currentImageUrl ? imageUrl : await pictures.at(imageUrl, request, 'imageUrl');
  if (typeof found === 'string') return { imageUrl: found, photos: [...uploaded] };
  return { photos: [found, ...uploaded.filter(({ id }) => id !== found.id)] };
}
