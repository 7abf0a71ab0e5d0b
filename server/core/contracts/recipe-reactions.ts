import { type Static, Type } from 'typebox';
import { Post } from './community.ts';
import { Id, liked, Revision } from './shared.ts';

const { likeCount, commentCount, comments, olderCommentsCursor, likedByMe } = Post.properties;

/** The likes of a recipe and its newest comments. Its revision is not that of the recipe. */
export const RecipeReactions = Type.Object({
  id: Type.String({ ...Id, description: 'The id of the recipe' }),
  revision: Revision,
  likeCount,
  commentCount,
  comments,
  olderCommentsCursor,
  likedByMe,
});
export type RecipeReactions = Static<typeof RecipeReactions>;

export const RecipeLike = Type.Object({ liked }, { additionalProperties: false });

export const RecipeCommentPath = Type.Object({ id: Id, commentId: Id });
