import { assertCommentAuthor, likeChange, newComment, type WrittenComment } from '../comments.ts';
import type { EventWithMetadata } from '../event-with-metadata.ts';
import { type RecipeReactionEvent, recipeReactionsCategory } from './events.ts';
import { recipeReactionRefusals } from './refusals.ts';
import { recipeReactionEvents } from './upcast.ts';

/** Whether the recipe is published, which its own stream says. */
interface AboutRecipe {
  readonly isPublished: boolean;
}

export type RecipeReactionCommand =
  /** Without `liked`, toggles the like. */
  | ({ type: 'Like'; actor: string; liked?: boolean | undefined } & AboutRecipe)
  | ({ type: 'AddComment' } & WrittenComment & AboutRecipe)
  | ({ type: 'DeleteComment'; actor: string; commentId: string } & AboutRecipe);

/** The state that decisions need. `evolve` owns the given state and mutates it. */
export interface RecipeReactionState {
  readonly likes: Set<string>;
  /** Author by comment id. */
  readonly comments: Map<string, string>;
  readonly deletedComments: Set<string>;
}

function decide(command: RecipeReactionCommand, state: RecipeReactionState): RecipeReactionEvent[] {
  if (!command.isPublished) throw recipeReactionRefusals.recipeNotFound();
  switch (command.type) {
    case 'Like': {
      const liked = likeChange(state.likes, command.actor, command.liked);
      return liked === undefined ? [] : [{ type: liked ? 'RecipeLiked' : 'RecipeUnliked', data: {} }];
    }
    case 'AddComment':
      return [{ type: 'RecipeCommentAdded', data: newComment(state, command) }];
    case 'DeleteComment': {
      const { commentId } = command;
      assertCommentAuthor(state.comments, commentId, command.actor);
      return [{ type: 'RecipeCommentDeleted', data: { commentId } }];
    }
  }
}

function evolve(state: RecipeReactionState, event: EventWithMetadata<RecipeReactionEvent>): RecipeReactionState {
  switch (event.type) {
    case 'RecipeLiked':
      state.likes.add(event.meta.actor);
      return state;
    case 'RecipeUnliked':
      state.likes.delete(event.meta.actor);
      return state;
    case 'RecipeCommentAdded':
      state.comments.set(event.data.commentId, event.meta.actor);
      return state;
    case 'RecipeCommentDeleted':
      state.comments.delete(event.data.commentId);
      state.deletedComments.add(event.data.commentId);
      return state;
  }
}

export const recipeReactions = {
  category: recipeReactionsCategory,
  events: recipeReactionEvents,
  initial: (): RecipeReactionState => ({ likes: new Set(), comments: new Map(), deletedComments: new Set() }),
  decide,
  evolve,
  weight: ({ likes, comments, deletedComments }: RecipeReactionState): number =>
    likes.size + comments.size + deletedComments.size,
};
