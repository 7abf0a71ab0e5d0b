import type { Ingredient, RecipeMedia, RecipeText } from '../core/domain/recipe/events.ts';

/** A recipe that ships with the program, and the id under which it is published. */
export interface Sample {
  readonly id: string;
  readonly recipe: RecipeText;
}

/** `amount` and `unit` as written in a recipe. */
export const ingredient = (name: string, amount = '', unit = ''): Ingredient => ({ name, amount, unit });

const art = (name: string) => ({ from: 'art', name }) as const;

/** Media that is one of the bundled pictures. */
export const imageMedia = (name: string): RecipeMedia => ({ type: 'image', picture: art(name) });
export const youtubeMedia = (youtubeId: string, name: string): RecipeMedia => ({
  type: 'youtube',
  youtubeId,
  picture: art(name),
});
export const tiktokMedia = (tiktokId: string, name: string): RecipeMedia => ({
  type: 'tiktok',
  tiktokId,
  picture: art(name),
});
