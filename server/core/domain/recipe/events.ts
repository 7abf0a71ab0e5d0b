export type Difficulty = 'Easy' | 'Medium' | 'Hard';

/** A picture of the web, or one that is served from here, by its name. */
export type RecipePicture =
  | { readonly from: 'web'; readonly url: string }
  | { readonly from: 'art'; readonly name: string };

/** What is shown of a recipe. A video is kept as its id: frames are built from it, never from an address. */
export type RecipeMedia =
  | { readonly type: 'image'; readonly picture: RecipePicture | null }
  | { readonly type: 'youtube'; readonly youtubeId: string; readonly picture: RecipePicture | null }
  | { readonly type: 'tiktok'; readonly tiktokId: string; readonly picture: RecipePicture | null };

export type Ingredient = { readonly name: string; readonly amount: string; readonly unit: string };

/** A recipe as it is written. Null, or empty text, is what was not given. */
export type RecipeText = {
  readonly title: string;
  /** Whom it credits, as the channel of a video; null for a recipe of the account's own. */
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

export type RecipePublished = { type: 'RecipePublished'; data: RecipeText };
export type RecipeRevised = { type: 'RecipeRevised'; data: RecipeText };
export type RecipeWithdrawn = { type: 'RecipeWithdrawn'; data: Record<string, never> };

/** The events of `recipe-{id}`. Who did it and when is in the metadata (`actor`, `at`). */
export type RecipeEvent = RecipePublished | RecipeRevised | RecipeWithdrawn;

export const recipeCategory = 'recipe';
