import type { PostForm } from '../../../core/contracts/community.ts';
import type { PostBody } from '../../../core/domain/post/events.ts';
import { parsePicture, parseVideoId } from '../../requests/media-fields.ts';

/**
 * The body of a post as it is recorded, without fields that are blank or belong to another type.
 * @throws HttpError 422 for an invalid address of a picture or video
 */
export function bodyOf(form: PostForm): PostBody {
  const { type = 'text', content = '' } = form;
  switch (type) {
    case 'text':
      return { type, content };
    case 'image': {
      const imageUrl = parsePicture(form);
      return { type, content, ...(imageUrl !== undefined && { imageUrl }) };
    }
    case 'youtube':
      return form.youtubeUrl?.trim() ? { type, content, youtubeId: parseVideoId(form) } : { type, content };
  }
}
