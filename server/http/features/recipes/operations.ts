import { FindingQuery, FoundRecipes } from '../../../core/contracts/finding.ts';
import { recipeLimits } from '../../../core/contracts/limits.ts';
import {
  NewRecipe,
  Recipe,
  type RecipeForm,
  RecipePage,
  RecipePath,
  RecipeQuery,
  RecipeRevision,
  RecipesQuery,
} from '../../../core/contracts/recipes.ts';
import { PageQuery } from '../../../core/contracts/shared.ts';
import { recipeRefusals } from '../../../core/domain/recipe/refusals.ts';
import { PictureProblem, PicturesUnavailable } from '../../../pictures/pictures.ts';
import { adaptation, card, cursor, recipe, uploadedId } from '../../openapi/examples.ts';
import { json, noContent, type Operation } from '../../openapi/operation.ts';
import { fetchErrors } from '../../openapi/picture-errors.ts';
import { tokenRequired } from '../../plugins/authentication.ts';
import { maxRelated } from './related.ts';

const tag = 'Recipes';

const forms = {
  'With a picture': {
    type: 'image',
    title: recipe.title,
    imageUrl: 'https://example.org/feta.webp',
    description: recipe.description,
    cookingTime: 15,
    servings: 2,
    cuisine: 'Greek',
    difficulty: 'Easy',
    ingredients: [
      { name: 'Tomatoes', amount: 4 },
      { name: 'Feta', amount: '200', unit: 'g' },
    ],
    instructions: recipe.instructions,
  },
  'With an uploaded photo': {
    type: 'image',
    title: recipe.title,
    photo: { id: uploadedId, alt: 'A bowl of salad with a slice of feta on top' },
  },
  'With a video': { type: 'youtube', title: 'Ramen', author: 'A channel', youtubeUrl: 'https://youtu.be/LWuuCndtJr0' },
} satisfies Record<string, RecipeForm>;

const pictureErrors = [
  new PictureProblem('PICTURE_GONE', { field: 'photo' }),
  new PicturesUnavailable(''),
  ...fetchErrors,
];

export const readRecipes = {
  tag,
  summary: 'Read the recipes',
  description: 'As cards, newest first.',
  token: 'optional',
  kind: 'read with ETag',
  querystring: RecipesQuery,
  responses: [json(200, 'A page of recipes', RecipePage, { 'A page': { items: [card], nextCursor: cursor } })],
} satisfies Operation;

export const searchRecipes = {
  tag,
  summary: 'Search recipes',
  description: `Recipes whose title begins with the query, at most ${recipeLimits.byTitle}. If there are fewer, recipes that contain all of its words follow, best match first; if there are none, recipes that contain any of them. All results are on one page. A blank query has no results.`,
  token: 'optional',
  kind: 'read',
  querystring: RecipeQuery,
  responses: [json(200, 'The recipes found', RecipePage, { Found: { items: [card], nextCursor: null } })],
} satisfies Operation;

export const findRecipes = {
  tag,
  summary: 'Find recipes',
  description:
    'A page of the recipes that meet all conditions, and counts of all of them. A recipe matches a query if it has all of its words, with few typing errors; if none does, if it has one of them. Each count of a cuisine, an author or a difficulty disregards the condition on the same. Salt, pepper, water and oil count as at hand. `liked` requires a token. To list `cuisine`, `author` or `atHand` several times means one of them, for `atHand` all of them. Counts as four requests.',
  token: 'optional',
  kind: 'read',
  // It takes up to 20 ms of the event loop.
  requests: 4,
  querystring: FindingQuery,
  responses: [
    json(200, 'The recipes found', FoundRecipes, {
      Found: {
        items: [{ ...card, missing: { count: 1, names: ['Feta'] } }],
        nextCursor: null,
        total: 1,
        isComplete: true,
        cookable: 0,
        cuisines: [{ value: 'Greek', count: 1 }],
        authors: [{ id: card.authorId, name: card.author, count: 1 }],
        difficulties: [{ value: 'Easy', count: 1 }],
        without: [],
      },
      'Nothing found': {
        items: [],
        nextCursor: null,
        total: 0,
        isComplete: true,
        cuisines: [],
        authors: [],
        difficulties: [],
        without: [{ condition: 'maxMinutes', count: 3 }],
      },
    }),
  ],
  errors: [tokenRequired()],
} satisfies Operation;

export const readRecipe = {
  tag,
  summary: 'Read a recipe',
  token: 'optional',
  kind: 'read with ETag',
  params: RecipePath,
  responses: [json(200, 'The recipe', Recipe, { 'A recipe': recipe, 'An adaptation': adaptation })],
} satisfies Operation;

export const readRelated = {
  tag,
  summary: 'Read recipes that are like a recipe',
  description: `At most ${maxRelated}, with words of its title, its cuisine or its ingredients, best match first.`,
  token: 'optional',
  kind: 'read',
  params: RecipePath,
  responses: [json(200, 'The recipes found', RecipePage, { Found: { items: [card], nextCursor: null } })],
} satisfies Operation;

export const readAdaptations = {
  tag,
  summary: 'Read the adaptations of a recipe',
  description: 'The published recipes that are based on it, as cards, newest first.',
  token: 'optional',
  kind: 'read',
  params: RecipePath,
  querystring: PageQuery,
  responses: [
    json(200, 'A page of adaptations', RecipePage, {
      'A page': { items: [{ ...card, id: adaptation.id, title: adaptation.title }], nextCursor: null },
    }),
  ],
} satisfies Operation;

export const publishRecipe = {
  tag,
  summary: 'Publish a recipe',
  description:
    'Only `type` and `title` are required; a video also needs a `youtubeUrl`. Fields of the other type, ingredients without a name and blank steps are ignored. An uploaded photo comes before the address of a picture. The picture at `imageUrl` is fetched by the server, and shown as a photo with this `source`. With `basedOn`, the recipe credits the one that it was adapted from, by the title and the author that it has now.',
  token: 'required',
  kind: 'write',
  limit: 'publishing',
  body: NewRecipe,
  bodyExamples: {
    ...forms,
    'An adaptation': { type: 'image', title: adaptation.title, basedOn: recipe.id } satisfies NewRecipe,
  },
  responses: [json(201, 'The published recipe', Recipe, { 'A recipe': recipe })],
  errors: [
    recipeRefusals.titleRequired(),
    recipeRefusals.idInUse(),
    recipeRefusals.originalNotFound(),
    ...pictureErrors,
  ],
} satisfies Operation;

export const reviseRecipe = {
  tag,
  summary: 'Revise a recipe',
  description:
    'Replaces the whole recipe: omitted fields are removed. With `revision`, the call is refused if it would replace a revision that the author has not seen.',
  token: 'required',
  kind: 'write',
  limit: 'publishing',
  params: RecipePath,
  body: RecipeRevision,
  bodyExamples: forms,
  responses: [json(200, 'The revised recipe', Recipe, { 'A recipe': recipe })],
  errors: [
    recipeRefusals.titleRequired(),
    recipeRefusals.notTheAuthor(),
    recipeRefusals.changedMeanwhile(),
    ...pictureErrors,
  ],
} satisfies Operation;

export const withdrawRecipe = {
  tag,
  summary: 'Withdraw a recipe',
  token: 'required',
  kind: 'write',
  params: RecipePath,
  responses: [noContent('Withdrawn')],
  errors: [recipeRefusals.notTheAuthor()],
} satisfies Operation;
