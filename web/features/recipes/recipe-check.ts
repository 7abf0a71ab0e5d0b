import { recipeLimits } from '../../../server/core/contracts/limits.ts';
import { youtubeIdOf } from '../../../server/core/contracts/youtube-address.ts';
import { type FieldErrors, requiredProblem } from '../../lib/field-checks.ts';
import type { RecipeDraft } from './recipe-draft.ts';

/** A number that may be left out. */
function notWhole(text: string, least: number, most: number, message: string): string | undefined {
  const number = text.trim();
  const fits = number === '' || (/^\d+$/.test(number) && Number(number) >= least && Number(number) <= most);
  return fits ? undefined : message;
}

export function checkDraft({ type, title, youtubeUrl, cookingTime, servings }: RecipeDraft): FieldErrors<RecipeDraft> {
  const { cookingTime: week, servings: crowd } = recipeLimits;
  return {
    title: requiredProblem(title, 'Title is required'),
    youtubeUrl: type === 'youtube' && youtubeIdOf(youtubeUrl) === undefined ? 'Invalid YouTube URL' : undefined,
    cookingTime: notWhole(cookingTime, 0, week, 'Enter whole minutes, a week of them at most'),
    servings: notWhole(servings, 1, crowd, `Enter a whole number from 1 to ${crowd}`),
  };
}
