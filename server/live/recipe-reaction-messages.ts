import type { Projected } from '../../projections/definitions/projection.ts';
import { type RecipeReactionsDocument, recipeReactionsModel } from '../../projections/definitions/recipe-reactions.ts';
import type { Applied } from '../../projections/runner/applied.ts';
import type { LiveMessage } from '../core/contracts/live.ts';
import { type RecipeReactionEvent, recipeReactionsCategory } from '../core/domain/recipe-reactions/events.ts';
import { positionOf, revisionsOf } from './batch-span.ts';
import { commentChanges, splitAtComments } from './comment-changes.ts';
import { likeMessages } from './like-messages.ts';
import { type Addressed, recipeRoom } from './rooms.ts';

export type OfReactions = Projected<RecipeReactionEvent>;

export const isOfReactions = (event: Applied['events'][number]): event is OfReactions =>
  event.stream.startsWith(`${recipeReactionsCategory}-`);

/** Live messages about the reactions to one recipe after a batch, in the order in which a client applies them. */
export function recipeReactionMessages(
  applied: Applied,
  recipeId: string,
  events: readonly OfReactions[],
  isWatched: boolean,
): Addressed[] {
  const document = applied.document<RecipeReactionsDocument>(recipeReactionsModel.reactions, recipeId);
  if (!document) return [];
  const toWatchers = (part: readonly OfReactions[]): Addressed => {
    const comments = commentChanges(applied, document, part);
    const message: LiveMessage = {
      kind: 'recipe.reactions',
      position: positionOf(part),
      recipeId,
      ...revisionsOf(part),
      likeCount: document.likeCount,
      ...(comments && { comments }),
    };
    return { room: recipeRoom(recipeId), message };
  };
  return [
    ...likeMessages({ kind: 'recipe.liked', recipeId }, events),
    ...(isWatched ? splitAtComments(events).map(toWatchers) : []),
  ];
}
