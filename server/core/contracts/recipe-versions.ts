import { type Static, Type } from 'typebox';
import { page, Revision, Timestamp, Uid } from './shared.ts';

/** What a revision changed, by the fields that readers see. */
export const RecipeField = Type.Enum([
  'title',
  'author',
  'picture',
  'video',
  'description',
  'cookingTime',
  'servings',
  'cuisine',
  'difficulty',
  'ingredients',
  'instructions',
]);
export type RecipeField = Static<typeof RecipeField>;

export const RecipeChange = Type.Object({
  field: RecipeField,
  removed: Type.Array(Type.String(), { description: 'The lines that are no longer in the field' }),
  added: Type.Array(Type.String(), {
    description:
      'The lines that are new in it. Without either, the field has another order or another picture or video.',
  }),
});
export type RecipeChange = Static<typeof RecipeChange>;

export const RecipeVersion = Type.Object({
  revision: Revision,
  at: Timestamp,
  by: Type.Object({ uid: Uid, name: Type.String() }),
  changes: Type.Array(RecipeChange, { description: 'Since the version before; empty for the first one' }),
});
export type RecipeVersion = Static<typeof RecipeVersion>;

/** Newest first. */
export const RecipeVersionPage = page(RecipeVersion);
export type RecipeVersionPage = Static<typeof RecipeVersionPage>;
