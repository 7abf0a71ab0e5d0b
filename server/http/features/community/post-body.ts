import type { PostForm } from '../../../core/contracts/community.ts';
import type { PostBody } from '../../../core/domain/post/events.ts';
import type { Pictures } from '../../../pictures/pictures.ts';
import { parsePicture, parseVideoId } from '../../requests/media-fields.ts';
import { uploadedPicture } from '../../requests/photos.ts';

/**
 * The body of a post as it is recorded, without fields that are blank or belong to another type.
 * @throws HttpError 422 for an invalid address of a picture or video, PictureProblem, PicturesUnavailable
 */
export async function bodyOf(form: PostForm, pictures: Pick<Pictures, 'find'>): Promise<PostBody> {
  const { type = 'text', content = '' } = form;
  switch (type) {
    case 'text':
      return { type, content };
    case 'image': {
      const imageUrl = parsePicture(form);
      const photos = await Promise.all((form.photos ?? []).map((photo) => uploadedPicture(photo, pictures, 'photos')));
      return { type, content, ...(imageUrl !== undefined && { imageUrl }), ...(photos.length > 0 && { photos }) };
    }
    case 'youtube':
      return form.youtubeUrl?.trim() ? { type, content, youtubeId: parseVideoId(form) } : { type, content };
  }
}
