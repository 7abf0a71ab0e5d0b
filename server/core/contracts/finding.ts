import { type Static, Type } from 'typebox';
import { findingLimits, recipeLimits } from './limits.ts';
import { Difficulty, RecipeCard } from './recipes.ts';
import { PageQuery, page, Uid } from './shared.ts';

export const SortOrder = Type.Enum(['best', 'newest', 'mostLiked', 'quickest', 'fewestMissing'], {
  description: 'Default: the best matches first, or the newest without `q`. Equal ones: newest first.',
});
export type SortOrder = Static<typeof SortOrder>;

export const FindingQuery = Type.Object({
  ...PageQuery.properties,
  q: Type.Optional(
    Type.String({ maxLength: recipeLimits.query, description: 'Words of the recipe. Default: all recipes' }),
  ),
  cuisine: Type.Optional(
    Type.Array(Type.String({ maxLength: recipeLimits.cuisine }), {
      maxItems: findingLimits.cuisines,
      description: 'One of these, without regard to capitals and accents',
      examples: [['Greek']],
    }),
  ),
  author: Type.Optional(
    Type.Array(Uid, { maxItems: findingLimits.authors, description: 'One of these accounts has published it' }),
  ),
  difficulty: Type.Optional(Type.Enum(Difficulty.enum, { description: 'How difficult it is' })),
  maxMinutes: Type.Optional(
    Type.Integer({
      minimum: 1,
      maximum: recipeLimits.cookingTime,
      description: 'Maximum cooking time. Recipes without one are left out.',
    }),
  ),
  atHand: Type.Optional(
    Type.Array(Type.String({ maxLength: recipeLimits.ingredient }), {
      maxItems: findingLimits.atHand,
      description: 'Ingredients in the kitchen. Each recipe then has `missing`.',
      examples: [['feta', 'tomatoes']],
    }),
  ),
  onlyCookable: Type.Optional(
    Type.Boolean({ description: 'Only recipes whose ingredients are all `atHand`. Ignored without these.' }),
  ),
  liked: Type.Optional(
    Type.Boolean({ description: 'Only recipes that the user likes. Requires a token if it is true.' }),
  ),
  sort: Type.Optional(SortOrder),
});
export type FindingQuery = Static<typeof FindingQuery>;

/** A recipe in a page of results. */
export const FoundRecipe = Type.Object({
  ...RecipeCard.properties,
  missing: Type.Optional(
    Type.Object(
      {
        count: Type.Integer({ minimum: 0 }),
        names: Type.Array(Type.String(), { description: `The first ${findingLimits.missing}, as the recipe has them` }),
      },
      { description: 'Ingredients that are not at hand. Present if `atHand` is given.' },
    ),
  ),
});
export type FoundRecipe = Static<typeof FoundRecipe>;

const Count = Type.Integer({ minimum: 0 });

/** A condition that a search without results could do without. */
export const Loosenable = Type.Enum([
  'text',
  'cuisines',
  'authors',
  'difficulty',
  'maxMinutes',
  'liked',
  'onlyCookable',
]);
export type Loosenable = Static<typeof Loosenable>;

export const FoundRecipes = Type.Object({
  ...page(FoundRecipe).properties,
  total: Type.Integer({ minimum: 0, description: 'Of all pages' }),
  isComplete: Type.Boolean({
    description: 'False if more recipes match than are counted: all counts are minimums then',
  }),
  cookable: Type.Optional(
    Type.Integer({
      minimum: 0,
      description: 'How many of them need only what is at hand. Present if `atHand` is given.',
    }),
  ),
  cuisines: Type.Array(Type.Object({ value: Type.String(), count: Count }), {
    description: 'Most recipes first, at most forty, and those that are asked for. Empty on further pages.',
  }),
  authors: Type.Array(Type.Object({ id: Uid, name: Type.String(), count: Count }), {
    description:
      'Most recipes first, at most ten, and those that are asked for. Accounts without a name are left out. Empty on further pages.',
  }),
  difficulties: Type.Array(Type.Object({ value: Difficulty, count: Count }), {
    description: 'Most recipes first. Empty on further pages.',
  }),
  without: Type.Array(Type.Object({ condition: Loosenable, count: Count }), {
    description: 'If nothing was found: how many recipes there are without one of the conditions, most first',
  }),
});
export type FoundRecipes = Static<typeof FoundRecipes>;
