import type { PostForm } from '../contracts/community.ts';
import { youtubeIdOf } from '../contracts/youtube-address.ts';
import type { PostBody } from '../domain/post/events.ts';
import { invalid } from './errors.ts';
import { webAddress } from './web-address.ts';

/** What a form says, as it is recorded; fields that are blank or of other types than the chosen one are left out. */
export function bodyOf({ type = 'text', content = '', imageUrl = '', youtubeUrl = '' }: PostForm): PostBody {
  switch (type) {
    case 'text':
      return { type, content };
    case 'image': {
      if (imageUrl.trim() === '') return { type, content };
      const address = webAddress(imageUrl);
      if (address === undefined) {
        throw invalid('Image URL must be the address of a picture, starting with https://', 'imageUrl');
      }
      return { type, content, imageUrl: address };
    }
    case 'youtube': {
      if (youtubeUrl.trim() === '') return { type, content };
      const youtubeId = youtubeIdOf(youtubeUrl);
      if (youtubeId === undefined) throw invalid('Invalid YouTube URL', 'youtubeUrl');
      return { type, content, youtubeId };
    }
  }
}
