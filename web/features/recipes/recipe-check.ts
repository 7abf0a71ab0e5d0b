import { recipeLimits } from '../../../server/contracts/limits.ts';
import { youtubeIdOf } from '../../../server/contracts/youtube-address.ts';
import { ApiError } from '../../lib/api-client.ts';
import type { FieldErrors } from '../../lib/field-errors.ts';
import type { RecipeDraft } from './recipe-draft.ts';

const isWhole = (text: string, least: number, most: number): boolean =>
  /^\d+$/.test(text) && Number(text) >= least && Number(text) <= most;

export function checkDraft({ type, title, youtubeUrl, cookingTime, servings }: RecipeDraft): FieldErrors<RecipeDraft> {
  const [minutes, people] = [cookingTime.trim(), servings.trim()];
  return {
    ...(title.trim() === '' && { title: 'Title is required' }),
    ...(type === 'youtube' && youtubeIdOf(youtubeUrl) === undefined && { youtubeUrl: 'Invalid YouTube URL' }),
    ...(minutes !== '' &&
      !isWhole(minutes, 0, recipeLimits.cookingTime) && { cookingTime: 'Enter whole minutes, a week of them at most' }),
    ...(people !== '' &&
      !isWhole(people, 1, recipeLimits.servings) && {
        servings: `Enter a whole number from 1 to ${recipeLimits.servings}`,
      }),
  };
}

/** What the server may have against a form that was checked here: it names the field. */
export function refusedField(error: unknown): keyof RecipeDraft | undefined {
  if (!(error instanceof ApiError)) return undefined;
  if (error.message === 'Invalid YouTube URL') return 'youtubeUrl';
  return error.message.startsWith('Image URL') ? 'imageUrl' : undefined;
}
