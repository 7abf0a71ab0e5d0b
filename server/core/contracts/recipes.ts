import { type Static, Type } from 'typebox';
import { recipeLimits } from './limits.ts';
import { PhotoForm, Picture, RecipePhoto } from './pictures.ts';
import { HiddenNotice, Id, PageQuery, page, Revision, Timestamp, Uid } from './shared.ts';

export const RecipeType = Type.Enum(['image', 'youtube', 'tiktok']);
export type RecipeType = Static<typeof RecipeType>;

export const Difficulty = Type.Enum(['Easy', 'Medium', 'Hard']);
export type Difficulty = Static<typeof Difficulty>;

export const RecipeIngredient = Type.Object({ name: Type.String(), amount: Type.String(), unit: Type.String() });
export type RecipeIngredient = Static<typeof RecipeIngredient>;

const cardFields = {
  id: Id,
  revision: Revision,
  type: RecipeType,
  title: Type.String(),
  author: Type.String({ description: 'The name of the account, or who is credited, such as the channel of a video' }),
  authorId: Uid,
  credited: Type.Boolean({ description: 'Whether `author` was named in the form and is not the name of the account' }),
  imageUrl: Type.Optional(Type.String({ description: 'Also for a video: its thumbnail' })),
  pictures: Type.Optional(
    Type.Array(Picture, {
      description: 'For the card: narrowest first, all with the same aspect ratio. Present if there are several sizes.',
    }),
  ),
  photo: Type.Optional(RecipePhoto),
  youtubeUrl: Type.Optional(Type.String({ description: 'Embed link, built from the stored video id' })),
  tiktokUrl: Type.Optional(Type.String({ description: 'Embed link, built from the stored video id' })),
  cuisine: Type.String({ description: 'Empty when it was not given' }),
  cookingTime: Type.Optional(Type.Integer({ minimum: 0, description: 'Minutes' })),
  createdAt: Timestamp,
};

/** A recipe in lists, search results and live messages. */
export const RecipeCard = Type.Object(cardFields);
export type RecipeCard = Static<typeof RecipeCard>;

/** What a recipe was adapted from. */
export const BasedOn = Type.Object({
  recipeId: Type.Optional(Type.String({ ...Id, description: 'Omitted once the original is withdrawn' })),
  title: Type.String({ description: 'Of the original when it was adapted' }),
  author: Type.String({ description: 'Of the original when it was adapted' }),
});
export type BasedOn = Static<typeof BasedOn>;

export const Recipe = Type.Object({
  ...cardFields,
  wholePictures: Type.Optional(
    Type.Array(Picture, { description: 'Narrowest first. Present if `pictures` shows only a part of the picture.' }),
  ),
  description: Type.String(),
  servings: Type.Optional(Type.Integer({ minimum: 1 })),
  difficulty: Type.Optional(Difficulty),
  ingredients: Type.Array(RecipeIngredient),
  instructions: Type.Array(Type.String()),
  basedOn: Type.Optional(BasedOn),
  adaptationCount: Type.Optional(
    Type.Integer({ minimum: 1, description: 'How many published recipes are based on it; omitted without any' }),
  ),
  likeCount: Type.Optional(Type.Integer({ minimum: 0, description: 'How many users like it' })),
  commentCount: Type.Optional(Type.Integer({ minimum: 0 })),
  likedByMe: Type.Optional(
    Type.Boolean({ description: 'Present when the recipe is read, and for a signed-in user only' }),
  ),
  hidden: Type.Optional(HiddenNotice),
});
export type Recipe = Static<typeof Recipe>;

/** Of the list of recipes: all of them, or those of an author. */
export const RecipesQuery = Type.Object({
  ...PageQuery.properties,
  author: Type.Optional(Type.String({ ...Uid, description: 'Only recipes that this user published' })),
});

/** Newest first. Search results: best first, on a single page (`nextCursor` is null). */
export const RecipePage = page(RecipeCard);
export type RecipePage = Static<typeof RecipePage>;

/**
 * What authors write. A field that does not belong to the type is ignored; ingredients without a name and blank
 * steps are removed.
 */
export const RecipeForm = Type.Object(
  {
    type: Type.Enum(['image', 'youtube']),
    title: Type.String({ maxLength: recipeLimits.title }),
    author: Type.Optional(
      Type.String({
        maxLength: recipeLimits.author,
        description: 'Who is credited. Default: the name of the account.',
      }),
    ),
    imageUrl: Type.Optional(Type.String({ maxLength: recipeLimits.url })),
    photo: Type.Optional(PhotoForm),
    youtubeUrl: Type.Optional(Type.String({ maxLength: recipeLimits.url })),
    description: Type.Optional(Type.String({ maxLength: recipeLimits.description })),
    cookingTime: Type.Optional(Type.Integer({ minimum: 0, maximum: recipeLimits.cookingTime, description: 'Minutes' })),
    servings: Type.Optional(Type.Integer({ minimum: 1, maximum: recipeLimits.servings })),
    cuisine: Type.Optional(Type.String({ maxLength: recipeLimits.cuisine })),
    difficulty: Type.Optional(Difficulty),
    ingredients: Type.Optional(
      Type.Array(
        Type.Object(
          {
            name: Type.String({ maxLength: recipeLimits.ingredient }),
            amount: Type.Optional(Type.Union([Type.String({ maxLength: recipeLimits.amount }), Type.Number()])),
            unit: Type.Optional(Type.String({ maxLength: recipeLimits.unit })),
          },
          { additionalProperties: false },
        ),
        { maxItems: recipeLimits.ingredients },
      ),
    ),
    instructions: Type.Optional(
      Type.Array(Type.String({ maxLength: recipeLimits.step }), { maxItems: recipeLimits.steps }),
    ),
  },
  { additionalProperties: false },
);
export type RecipeForm = Static<typeof RecipeForm>;

/** The body of PUT. */
export const RecipeRevision = Type.Object(
  {
    ...RecipeForm.properties,
    revision: Type.Optional(
      Type.String({
        pattern: '^\\d{1,19}$',
        description:
          'The revision that the changes were made from. If the recipe was revised since, the call is refused, unless both have the same result.',
      }),
    ),
  },
  { additionalProperties: false },
);
export type RecipeRevision = Static<typeof RecipeRevision>;

/** The body of POST. */
export const NewRecipe = Type.Object(
  {
    id: Type.Optional(
      Type.String({ ...Id, description: 'A new UUID, for example of version 7, if the client creates the id' }),
    ),
    ...RecipeForm.properties,
    basedOn: Type.Optional(
      Type.String({ ...Id, description: 'The recipe that this one is an adaptation of, which it then credits' }),
    ),
  },
  { additionalProperties: false },
);
export type NewRecipe = Static<typeof NewRecipe>;

export const RecipePath = Type.Object({ id: Id });
export const RecipeQuery = Type.Object({
  q: Type.Optional(
    Type.String({
      maxLength: recipeLimits.query,
      description: 'The beginning of the title, or words of the recipe',
      examples: ['greek'],
    }),
  ),
});
