import type { CommentText } from '../comments.ts';

export type RecipeLiked = { type: 'RecipeLiked'; data: Record<string, never> };
export type RecipeUnliked = { type: 'RecipeUnliked'; data: Record<string, never> };
export type RecipeCommentAdded = { type: 'RecipeCommentAdded'; data: CommentText };
export type RecipeCommentDeleted = { type: 'RecipeCommentDeleted'; data: { commentId: string } };

/**
 * The events of `recipeReactions-{id}`, with the id of the recipe. Apart from the recipe's own stream: see
 * docs/adr/0051. Who did it and when is in the metadata (`actor`, `at`).
 */
export type RecipeReactionEvent = RecipeLiked | RecipeUnliked | RecipeCommentAdded | RecipeCommentDeleted;

export const recipeReactionsCategory = 'recipeReactions';
