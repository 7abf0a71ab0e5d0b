import type { PostForm } from '../../../core/contracts/community.ts';
import type { PostBody } from '../../../core/domain/post/events.ts';
import { pictureIn, videoIn } from '../../requests/media-fields.ts';

/**
 * What a form says, as it is recorded; fields that are blank or of other types than the chosen one are left out.
 * @throws HttpError 422 for an address that leads to no picture or video
 */
export function bodyOf(form: PostForm): PostBody {
  const { type = 'text', content = '' } = form;
  switch (type) {
    case 'text':
      return { type, content };
    case 'image': {
      const imageUrl = pictureIn(form);
      return { type, content, ...(imageUrl !== undefined && { imageUrl }) };
    }
    case 'youtube':
      return form.youtubeUrl?.trim() ? { type, content, youtubeId: videoIn(form) } : { type, content };
  }
}
