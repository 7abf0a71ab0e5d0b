import type { VideoDraft } from '../../../server/core/contracts/video-import.ts';
import { youtubeIdOf } from '../../../server/core/contracts/youtube-address.ts';
import { capitalise } from '../../lib/capitalise.ts';
import { formatCount } from '../../lib/format-count.ts';
import { listNames } from '../../lib/list-names.ts';
import type { ImportedField, RecipeDraft } from './recipe-draft.ts';

const fields: readonly ImportedField[] = ['title', 'author', 'imageUrl', 'ingredients', 'instructions'];

/** Fills in the empty fields. Keeps what the user wrote, and replaces what another video filled in. */
export function withVideo(draft: RecipeDraft, video: VideoDraft): RecipeDraft {
  const before = withoutVideo(draft);
  const filled = fields.filter((field) => isEmpty(before[field]) && !isEmpty(video[field]));
  return { ...before, ...pick(filled, video), imported: { video, filled, before } };
}

/** Overwrites what the user wrote with the content of the imported video. */
export function withVideoOverwriting(draft: RecipeDraft): RecipeDraft {
  const { imported } = draft;
  if (!imported) return draft;
  const { video, filled } = imported;
  const conflicting = conflictingFields(draft);
  const before = { ...imported.before, ...pick(conflicting, draft) };
  return { ...draft, ...pick(conflicting, video), imported: { video, filled: [...filled, ...conflicting], before } };
}

/** Removes what the video filled in, except for fields that the user has changed since. */
export function withoutVideo(draft: RecipeDraft): RecipeDraft {
  const { imported, ...written } = draft;
  if (!imported) return draft;
  const { video, filled, before } = imported;
  const untouched = filled.filter((field) => draft[field] === video[field]);
  return { ...written, ...pick(untouched, before) };
}

/** Removes what another video filled in. */
export const withoutOtherVideo = (draft: RecipeDraft, videoId: string): RecipeDraft =>
  importedVideoId(draft) === videoId ? draft : withoutVideo(draft);

export const importedVideoId = ({ imported }: RecipeDraft): string | undefined =>
  imported && youtubeIdOf(imported.video.youtubeUrl);

/** The fields in which the user's content differs from the video's. */
export function conflictingFields(draft: RecipeDraft): readonly ImportedField[] {
  const { imported } = draft;
  if (!imported) return [];
  const { video, filled } = imported;
  return fields.filter(
    (field) =>
      !filled.includes(field) && !isEmpty(video[field]) && !isEmpty(draft[field]) && draft[field] !== video[field],
  );
}

/** Whether the user has written in a field that a video could fill in. */
export const hasUserContent = (draft: RecipeDraft): boolean => {
  const { imported, ...written } = withoutVideo(draft);
  return fields.some((field) => !isEmpty(written[field]));
};

/** The form's message about what a video filled in. */
export function importSummary(draft: RecipeDraft): { text: string; details?: string } {
  const { imported } = draft;
  if (!imported) return { text: '' };
  const { video, filled } = imported;
  const names = listNames(filled.map((field) => fieldName(field, video)));
  const hasNoRecipe = isEmpty(video.ingredients) && isEmpty(video.instructions);
  const sentences = [
    filled.length > 0 && `${capitalise(names)}.`,
    hasNoRecipe && 'It names no ingredients or steps.',
    conflictingFields(draft).length > 0 && 'What you wrote yourself was kept.',
  ];
  const summary = sentences.filter((sentence) => sentence !== false).join(' ');
  return filled.length > 0 ? { text: 'Filled in from the video', details: summary } : { text: summary };
}

function fieldName(field: ImportedField, { ingredients, instructions }: VideoDraft): string {
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

const pick = (names: readonly ImportedField[], from: Contents): Partial<Contents> =>
  Object.fromEntries(names.map((name) => [name, from[name]]));
