import { type Static, Type } from 'typebox';
import { recipeLimits } from './limits.ts';

/** What a video fills in of a recipe form: an `ImportedRecipe`. */
export const VideoDraft = Type.Object({
  type: Type.Literal('youtube'),
  title: Type.String({ maxLength: recipeLimits.title }),
  author: Type.String({ maxLength: recipeLimits.author, description: 'The channel' }),
  imageUrl: Type.String({ description: 'The thumbnail of the video' }),
  youtubeUrl: Type.String({ description: 'Embed link, built from the id of the video' }),
  ingredients: Type.Array(
    Type.Object({
      name: Type.String({ maxLength: recipeLimits.ingredient }),
      amount: Type.String({ maxLength: recipeLimits.amount }),
      unit: Type.String({ maxLength: recipeLimits.unit }),
    }),
    { maxItems: recipeLimits.ingredients },
  ),
  instructions: Type.Array(Type.String({ maxLength: recipeLimits.step }), { maxItems: recipeLimits.steps }),
  source: Type.Enum(['captions', 'description'], { description: 'Where the ingredients and steps were found' }),
});
export type VideoDraft = Static<typeof VideoDraft>;
