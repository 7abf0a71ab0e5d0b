import { Comment, CommentForm, CommentPage } from '../../../core/contracts/community.ts';
import { RecipeCommentPath, RecipeLike, RecipeReactions } from '../../../core/contracts/recipe-reactions.ts';
import { RecipePath } from '../../../core/contracts/recipes.ts';
import { LikeResponse, PageQuery } from '../../../core/contracts/shared.ts';
import { commentRefusals } from '../../../core/domain/comments.ts';
import { PictureProblem, PicturesUnavailable } from '../../../pictures/pictures.ts';
import { mia, recipeComment, recipeReactions, uploadedId } from '../../openapi/examples.ts';
import { json, noContent, type Operation } from '../../openapi/operation.ts';

const tag = 'Recipes';

export const readReactions = {
  tag,
  summary: 'Read the likes of a recipe and its newest comments',
  description:
    'With a revision of their own: a like or a comment does not change the recipe. `likedByMe` is present for a signed-in user.',
  token: 'optional',
  kind: 'read with ETag',
  params: RecipePath,
  responses: [
    json(200, 'The likes and the newest comments', RecipeReactions, { 'Likes and comments': recipeReactions }),
  ],
} satisfies Operation;

export const likeRecipe = {
  tag,
  summary: 'Like or unlike a recipe',
  token: 'required',
  kind: 'write',
  limit: 'liking',
  params: RecipePath,
  body: RecipeLike,
  bodyExamples: { Like: { liked: true } },
  isBodyOptional: true,
  responses: [json(200, 'The resulting like and like count', LikeResponse, { Liked: { liked: true, likeCount: 13 } })],
} satisfies Operation;

export const readRecipeComments = {
  tag,
  summary: 'Read the comments on a recipe',
  description: 'Newest first.',
  token: 'optional',
  kind: 'read',
  params: RecipePath,
  querystring: PageQuery,
  responses: [json(200, 'A page of comments', CommentPage, { 'A page': { items: [recipeComment], nextCursor: null } })],
} satisfies Operation;

export const addRecipeComment = {
  tag,
  summary: 'Comment on a recipe',
  token: 'required',
  kind: 'write',
  limit: 'publishing',
  params: RecipePath,
  body: CommentForm,
  bodyExamples: {
    'A comment': { text: recipeComment.text },
    'A mention': { text: `@${mia.name} Like yours`, mentions: [mia] },
    'With a photo': { text: '', photos: [{ id: uploadedId, alt: 'Two bowls of ramen' }] },
  },
  responses: [json(201, 'The comment', Comment, { 'A comment': recipeComment })],
  errors: [
    commentRefusals.idInUse(),
    commentRefusals.blank(),
    new PictureProblem('PICTURE_GONE', { field: 'photos' }),
    new PicturesUnavailable(''),
  ],
} satisfies Operation;

export const deleteRecipeComment = {
  tag,
  summary: 'Delete a comment on a recipe',
  token: 'required',
  kind: 'write',
  params: RecipeCommentPath,
  responses: [noContent('Deleted')],
  errors: [commentRefusals.notTheAuthor()],
} satisfies Operation;
