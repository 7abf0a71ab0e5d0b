import type { VideoDraft } from '../../../server/core/contracts/video-import.ts';
import { youtubeIdOf } from '../../../server/core/contracts/youtube-address.ts';
import { formatCount } from '../../lib/format-count.ts';
import type { ImportedField, RecipeDraft } from './recipe-draft.ts';

const fields: readonly ImportedField[] = ['title', 'author', 'imageUrl', 'ingredients', 'instructions'];

/** Fills in what is empty. What somebody wrote stays; what another video filled in is nobody's writing. */
export function withVideo(draft: RecipeDraft, video: VideoDraft): RecipeDraft {
  const before = withoutVideo(draft);
  const filled = fields.filter((field) => isEmpty(before[field]) && !isEmpty(video[field]));
  return { ...before, ...only(filled, video), imported: { video, filled, before } };
}

/** As `withVideo`, also over what somebody wrote. */
export function withAllOfVideo(draft: RecipeDraft): RecipeDraft {
  const { imported } = draft;
  if (!imported) return draft;
  const { video, filled } = imported;
  const kept = keptBeside(draft);
  const before = { ...imported.before, ...only(kept, draft) };
  return { ...draft, ...only(kept, video), imported: { video, filled: [...filled, ...kept], before } };
}

/** As before the video was read; what was changed since then is somebody's writing and stays. */
export function withoutVideo(draft: RecipeDraft): RecipeDraft {
  const { imported, ...written } = draft;
  if (!imported) return draft;
  const { video, filled, before } = imported;
  const untouched = filled.filter((field) => draft[field] === video[field]);
  return { ...written, ...only(untouched, before) };
}

/** What was filled in from another video than this does not belong to it. */
export const withoutOtherVideo = (draft: RecipeDraft, videoId: string): RecipeDraft =>
  importedId(draft) === videoId ? draft : withoutVideo(draft);

export const importedId = ({ imported }: RecipeDraft): string | undefined =>
  imported && youtubeIdOf(imported.video.youtubeUrl);

/** What the video tells as well, but somebody wrote otherwise. */
export function keptBeside(draft: RecipeDraft): readonly ImportedField[] {
  const { imported } = draft;
  if (!imported) return [];
  const { video, filled } = imported;
  return fields.filter(
    (field) =>
      !filled.includes(field) && !isEmpty(video[field]) && !isEmpty(draft[field]) && draft[field] !== video[field],
  );
}

/** What somebody wrote himself. A video may tell it otherwise, and it is kept. */
export const isWrittenIn = (draft: RecipeDraft): boolean => {
  const { imported, ...written } = withoutVideo(draft);
  return fields.some((field) => !isEmpty(written[field]));
};

/** What the form says of what it holds from a video: that it does, and what. */
export function importedWords(draft: RecipeDraft): { text: string; more?: string } {
  const { imported } = draft;
  if (!imported) return { text: '' };
  const { video, filled } = imported;
  const names = inWords.format(filled.map((field) => nameOf(field, video)));
  const silent = isEmpty(video.ingredients) && isEmpty(video.instructions);
  const more = [
    filled.length > 0 && `${names.charAt(0).toUpperCase()}${names.slice(1)}.`,
    silent && 'It names no ingredients or steps.',
    keptBeside(draft).length > 0 && 'What you wrote yourself was kept.',
  ];
  const told = more.filter((sentence) => sentence !== false);
  return filled.length > 0 ? { text: 'Filled in from the video', more: told.join(' ') } : { text: told.join(' ') };
}

const inWords = new Intl.ListFormat('en-GB');

function nameOf(field: ImportedField, { ingredients, instructions }: VideoDraft): string {
  switch (field) {
    case 'title':
    case 'author':
      return field;
    case 'imageUrl':
      return 'picture';
    case 'ingredients':
      return formatCount(ingredients.length, 'ingredient');
    case 'instructions':
      return formatCount(instructions.length, 'step');
  }
}

const isEmpty = (value: string | readonly unknown[]): boolean =>
  (typeof value === 'string' ? value.trim() : value).length === 0;

type Contents = Pick<RecipeDraft, ImportedField>;

const only = (names: readonly ImportedField[], from: Contents): Partial<Contents> =>
  Object.fromEntries(names.map((name) => [name, from[name]]));
