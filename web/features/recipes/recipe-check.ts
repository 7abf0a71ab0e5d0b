import { recipeLimits } from '../../../server/core/contracts/limits.ts';
import { youtubeIdOf } from '../../../server/core/contracts/youtube-address.ts';
import { type FieldErrors, requiredProblem } from '../../lib/field-checks.ts';
import { photosProblem } from '../../photos/photo-draft.ts';
import type { RecipeDraft } from './recipe-draft.ts';

/** The message, unless the text is blank or a whole number from `min` to `max`. */
function wholeNumberProblem(text: string, min: number, max: number, message: string): string | undefined {
  const number = text.trim();
  const isValid = number === '' || (/^\d+$/.test(number) && Number(number) >= min && Number(number) <= max);
  return isValid ? undefined : message;
}

export function checkDraft(draft: RecipeDraft): FieldErrors<RecipeDraft> {
  const { type, title, youtubeUrl, sendingPhotos, cookingTime, servings } = draft;
  const { cookingTime: maxMinutes, servings: maxServings } = recipeLimits;
  return {
    title: requiredProblem(title, 'Title is required'),
    photo: type === 'image' ? photosProblem(sendingPhotos) : undefined,
    youtubeUrl: type === 'youtube' && youtubeIdOf(youtubeUrl) === undefined ? 'Invalid YouTube URL' : undefined,
    cookingTime: wholeNumberProblem(cookingTime, 0, maxMinutes, 'Enter whole minutes, a week of them at most'),
    servings: wholeNumberProblem(servings, 1, maxServings, `Enter a whole number from 1 to ${maxServings}`),
  };
}
