import type { PostForm, PostType } from '../../../server/core/contracts/community.ts';
import { pictureLimits } from '../../../server/core/contracts/limits.ts';
import type { DraftText } from '../../components/drafts-dialog.tsx';
import { type PhotoDraft, parsePhotos, toPhotoForm } from '../../photos/photo-draft.ts';

/** The content of a post form. Includes the fields of all types, so that changing the type loses nothing. */
export interface PostDraft {
  type: PostType;
  title: string;
  content: string;
  /** In their order. */
  photos: readonly PhotoDraft[];
  /** Number of photos that are being uploaded. A stored draft is parsed without it. */
  sendingPhotos?: number;
  imageUrl: string;
  youtubeUrl: string;
  /** Among the author's drafts. */
  draftId?: string;
  /** Of an edit: the post as it was when the edit began, as JSON. */
  before?: string;
}

export const emptyDraft: PostDraft = {
  type: 'text',
  title: '',
  content: '',
  photos: [],
  imageUrl: '',
  youtubeUrl: '',
};

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
    photos: parsePhotos(field('photos')).slice(0, pictureLimits.perPost),
    imageUrl: text('imageUrl'),
    youtubeUrl: text('youtubeUrl'),
    ...(text('draftId') !== '' && { draftId: text('draftId') }),
    ...(text('before') !== '' && { before: text('before') }),
  };
}

export const isBlank = ({ title, content, photos, imageUrl, youtubeUrl }: PostDraft): boolean =>
  photos.length === 0 && [title, content, imageUrl, youtubeUrl].every((text) => text.trim() === '');

/** Whether it shows a picture or a video, which the form for a text has no fields for. */
export function hasMedia({ type, photos, imageUrl, youtubeUrl }: PostDraft): boolean {
  if (type === 'image') return photos.length > 0 || imageUrl.trim() !== '';
  return type === 'youtube' && youtubeUrl.trim() !== '';
}

/** How a list of drafts shows one. */
export function draftText(stored: unknown): DraftText {
  const { title, content } = parseDraft(stored) ?? emptyDraft;
  return { title: title.trim() || 'Without a title', rest: content.trim() || 'No text yet' };
}

/** The request body, with the fields of the chosen type only. */
export function toPostForm({ type, title, content, photos, imageUrl, youtubeUrl }: PostDraft): PostForm {
  const common = { title: title.trim(), type, content };
  switch (type) {
    case 'text':
      return common;
    case 'image':
      return photos.length > 0 ? { ...common, photos: photos.map(toPhotoForm) } : { ...common, imageUrl };
    case 'youtube':
      return { ...common, youtubeUrl };
  }
}
