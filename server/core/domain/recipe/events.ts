import type { UploadedPicture } from '../uploaded-picture.ts';

export type Difficulty = 'Easy' | 'Medium' | 'Hard';

/** A picture on the web, a bundled one by its name, or an uploaded one. */
export type RecipePicture =
  | { readonly from: 'web'; readonly url: string }
  | { readonly from: 'art'; readonly name: string }
  | ({ readonly from: 'upload' } & UploadedPicture);

/** The media of a recipe. A video is recorded by its id: embeds are built from it, never from an address. */
export type RecipeMedia =
  | { readonly type: 'image'; readonly picture: RecipePicture | null }
  | { readonly type: 'youtube'; readonly youtubeId: string; readonly picture: RecipePicture | null }
  | { readonly type: 'tiktok'; readonly tiktokId: string; readonly picture: RecipePicture | null };

export type Ingredient = { readonly name: string; readonly amount: string; readonly unit: string };

/** The author's fields of a recipe. An omitted field is null or the empty string. */
export type RecipeText = {
  readonly title: string;
  /** A credited author, such as the channel of a video; null to show the account's own name. */
  readonly author: string | null;
  readonly media: RecipeMedia;
  readonly description: string;
  /** Minutes. */
  readonly cookingTime: number | null;
  readonly servings: number | null;
  readonly cuisine: string;
  readonly difficulty: Difficulty | null;
  readonly ingredients: Ingredient[];
  readonly instructions: string[];
};

/** The recipe that an adaptation started from, as it was then. */
export type BasedOn = { readonly recipeId: string; readonly title: string; readonly author: string };

export type RecipePublished = { type: 'RecipePublished'; data: RecipeText & { readonly basedOn?: BasedOn } };
export type RecipeRevised = { type: 'RecipeRevised'; data: RecipeText };
export type RecipeWithdrawn = { type: 'RecipeWithdrawn'; data: Record<string, never> };

/** The events of `recipe-{id}`. Who did it and when is in the metadata (`actor`, `at`). */
export type RecipeEvent = RecipePublished | RecipeRevised | RecipeWithdrawn;

export const recipeCategory = 'recipe';
