import type { PostForm, PostType } from '../../../server/core/contracts/community.ts';
import { useDraft } from '../../lib/use-draft.ts';

/** The content of a post form. Includes the fields of all types, so that changing the type loses nothing. */
export interface PostDraft {
  type: PostType;
  title: string;
  content: string;
  imageUrl: string;
  youtubeUrl: string;
}

export const emptyDraft: PostDraft = { type: 'text', title: '', content: '', imageUrl: '', youtubeUrl: '' };

const types: readonly unknown[] = ['text', 'image', 'youtube'] satisfies PostType[];
const isType = (value: unknown): value is PostType => types.includes(value);

/** Parses a stored draft. An invalid field gets its default value. */
export function parseDraft(stored: unknown): PostDraft | undefined {
  if (typeof stored !== 'object' || stored === null) return;
  const field = (name: keyof PostDraft): unknown => Reflect.get(stored, name);
  const text = (name: keyof PostDraft): string => {
    const value = field(name);
    return typeof value === 'string' ? value : '';
  };
  const type = field('type');
  return {
    type: isType(type) ? type : 'text',
    title: text('title'),
    content: text('content'),
    imageUrl: text('imageUrl'),
    youtubeUrl: text('youtubeUrl'),
  };
}

/** The user's unsent post. Both forms share it, so that a user who adds a picture keeps their text. */
export const usePostDraft = (uid: string) => useDraft<PostDraft>(`post.${uid}`, emptyDraft, parseDraft);

/** The request body, with the fields of the chosen type only. */
export function toPostForm({ type, title, content, imageUrl, youtubeUrl }: PostDraft): PostForm {
  const common = { title: title.trim(), type, content };
  switch (type) {
    case 'text':
      return common;
    case 'image':
      return { ...common, imageUrl };
    case 'youtube':
      return { ...common, youtubeUrl };
  }
}
