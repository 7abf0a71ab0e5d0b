import type { Ingredient, RecipeMedia, RecipeText } from '../core/domain/recipe/events.ts';

/** A recipe that comes with the program, and the id under which it is published. */
export interface Sample {
  readonly id: string;
  readonly recipe: RecipeText;
}

/** `amount` and `unit` as they are written in a recipe; a pinch has neither. */
export const of = (name: string, amount = '', unit = ''): Ingredient => ({ name, amount, unit });

const art = (name: string) => ({ from: 'art', name }) as const;

/** Shown by one of the pictures of dishes. */
export const pictured = (name: string): RecipeMedia => ({ type: 'image', picture: art(name) });
export const youtube = (youtubeId: string, name: string): RecipeMedia => ({
  type: 'youtube',
  youtubeId,
  picture: art(name),
});
export const tiktok = (tiktokId: string, name: string): RecipeMedia => ({
  type: 'tiktok',
  tiktokId,
  picture: art(name),
});
