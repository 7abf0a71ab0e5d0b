import { type Static, Type } from 'typebox';
import { importLimits, recipeLimits } from './limits.ts';

/** One of `url` and `text`. */
export const RecipeImport = Type.Object(
  {
    url: Type.Optional(
      Type.String({
        maxLength: recipeLimits.url,
        description: 'The address of a recipe page, or of a YouTube video in any form, or the id of a video',
      }),
    ),
    text: Type.Optional(
      Type.String({
        maxLength: importLimits.text,
        description: "The text of a recipe, or a page's HTML, or its JSON-LD",
      }),
    ),
  },
  { additionalProperties: false },
);
export type RecipeImport = Static<typeof RecipeImport>;

/** A recipe form filled from elsewhere, for the author to complete. Nothing is stored. */
export const ImportedRecipe = Type.Object({
  type: Type.Enum(['image', 'youtube']),
  title: Type.String({ maxLength: recipeLimits.title }),
  author: Type.String({
    maxLength: recipeLimits.author,
    description: 'The name on the page, or the channel of a video. Empty if there is none.',
  }),
  imageUrl: Type.String({
    description: 'The picture of the page, or the thumbnail of the video. Empty if there is none.',
  }),
  youtubeUrl: Type.Optional(Type.String({ description: 'Embed link, built from the id of the video' })),
  description: Type.Optional(Type.String({ maxLength: recipeLimits.description })),
  cookingTime: Type.Optional(Type.Integer({ minimum: 1, maximum: recipeLimits.cookingTime, description: 'Minutes' })),
  servings: Type.Optional(Type.Integer({ minimum: 1, maximum: recipeLimits.servings })),
  cuisine: Type.Optional(Type.String({ maxLength: recipeLimits.cuisine })),
  ingredients: Type.Array(
    Type.Object({
      name: Type.String({ maxLength: recipeLimits.ingredient }),
      amount: Type.String({ maxLength: recipeLimits.amount }),
      unit: Type.String({ maxLength: recipeLimits.unit }),
    }),
    { maxItems: recipeLimits.ingredients },
  ),
  instructions: Type.Array(Type.String({ maxLength: recipeLimits.step }), { maxItems: recipeLimits.steps }),
  source: Type.Enum(['captions', 'description', 'page', 'text'], {
    description: 'Where the ingredients and steps were found',
  }),
});
export type ImportedRecipe = Static<typeof ImportedRecipe>;
