import { recipeLimits } from '../../../server/contracts/limits.ts';
import { youtubeIdOf } from '../../../server/contracts/youtube-address.ts';
import type { RecipeDraft } from './recipe-draft.ts';

const fields = ['title', 'imageUrl', 'youtubeUrl', 'cookingTime', 'servings'] as const;

/** What is wrong with which field. */
export type RecipeErrors = Partial<Record<(typeof fields)[number], string>>;

const isWhole = (text: string, least: number, most: number): boolean =>
  /^\d+$/.test(text) && Number(text) >= least && Number(text) <= most;

export function checkDraft({ type, title, youtubeUrl, cookingTime, servings }: RecipeDraft): RecipeErrors {
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

/** What the server has against a form that was checked here, at the field that it names. */
export function refusedField(text: string): RecipeErrors | undefined {
  if (text === 'Invalid YouTube URL') return { youtubeUrl: text };
  return text.startsWith('Image URL') ? { imageUrl: text } : undefined;
}

/** The errors of the fields that are as they were when they were found: a change is given the benefit of the doubt. */
export function stillWrong(errors: RecipeErrors, before: RecipeDraft, now: RecipeDraft): RecipeErrors {
  return Object.fromEntries(
    fields.flatMap((field) => (errors[field] && before[field] === now[field] ? [[field, errors[field]]] : [])),
  );
}
