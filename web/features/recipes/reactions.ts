import { useQuery } from '@tanstack/react-query';
import { useEffect } from 'react';
import type { RecipeReactions } from '../../../server/core/contracts/recipe-reactions.ts';
import type { Recipe } from '../../../server/core/contracts/recipes.ts';
import { api } from '../../lib/api-client.ts';
import { isCommentFormShown, restoreComment, restoreCommentOfLeaving } from '../../lib/comment-draft.ts';
import { failureText } from '../../lib/failure-text.ts';
import { notify } from '../../lib/notices.ts';
import { queryClient } from '../../lib/query-client.ts';
import { addRecentChanges, type RecentChanges } from '../../lib/recent-changes.ts';
import { createStore } from '../../lib/store.ts';
import { keepOlderComments, withOlderComments } from '../../lib/sync/comments.ts';
import type { OlderComments } from '../../lib/sync/fetch-older-comments.ts';
import { syncedDocuments } from '../../lib/sync/synced-documents.ts';
import { useFetchOlder } from '../../lib/sync/use-fetch-older.ts';
import { useReader } from '../../lib/use-reader.ts';
import { untilWatched, watchRecipe } from '../../lib/watched-recipes.ts';
import { recipeQuery } from './api.ts';
import {
  applyReaction,
  type CachedReactions,
  describeReaction,
  foldReactions,
  type ReactionChange,
  sendReaction,
} from './reaction-changes.ts';

/** Comments that other users have just added, by id. */
export const commentedByOthers = createStore<RecentChanges>({});

const failureTexts: Record<ReactionChange['kind'], string> = {
  like: 'Failed to like recipe',
  comment: 'Failed to add comment',
  deleteComment: 'Failed to delete comment',
};

const titleOf = (recipeId: string): string | undefined =>
  queryClient.getQueryData<Recipe>(recipeQuery(recipeId).queryKey)?.title;

/** The likes and comments of recipes, cached by the uid of their reader because they include the reader's likes. */
const reactions = syncedDocuments<CachedReactions, ReactionChange, readonly [reader: string, recipeId: string]>({
  queryKey: ['recipes', 'reactions'],
  fetch: async ([, recipeId], { signal }) => {
    await untilWatched();
    return (await api.get<RecipeReactions>(`/recipes/${recipeId}/reactions`, { signal })).data;
  },
  fold: foldReactions,
  keepFromPrevious: keepOlderComments,
  apply: applyReaction,
  send: ([, recipeId], change, write) => sendReaction(recipeId, change, write),
  describe: ([, recipeId], change) => describeReaction(change, titleOf(recipeId)),
  explain: (_, { kind }, error) => failureText(error, failureTexts[kind]),
  refused: ([reader, recipeId], change, { error }) => {
    if (change.kind !== 'comment' || !isCommentFormShown(reader, recipeId)) return false;
    restoreComment(reader, recipeId, change.comment);
    notify.error(failureText(error, failureTexts.comment));
    return true;
  },
  lost: ([reader, recipeId], change) => {
    if (change.kind === 'comment') restoreCommentOfLeaving(reader, recipeId, change.comment);
    return change.kind === 'comment';
  },
  canRevise: ({ kind }) => kind === 'comment',
  revise: ([reader, recipeId], change) => {
    if (change.kind === 'comment') restoreComment(reader, recipeId, change.comment);
    return `/recipe/${recipeId}`;
  },
  onMessage: (before, after) => {
    const idsBefore = new Set(before.comments.map(({ id }) => id));
    const added = after.comments.flatMap(({ id }) => (idsBefore.has(id) ? [] : id));
    if (added.length > 0) commentedByOthers.set(addRecentChanges(commentedByOthers.get(), added, Date.now()));
  },
});

/** What is known of the reactions before they are fetched. */
const reactionsIn = ({ id, likeCount = 0, commentCount = 0 }: Recipe): CachedReactions => ({
  id,
  revision: null,
  likeCount,
  commentCount,
  comments: [],
  olderCommentsCursor: null,
});

/** The likes and comments of a recipe on the screen, with the user's own changes. */
export function useReactions(recipe: Recipe) {
  const { reader } = useReader();
  const uid = reader ?? '';
  const { id } = recipe;
  // Before the query, so that its first fetch waits until the recipe is watched.
  useEffect(() => {
    reactions.follow();
    const stop = watchRecipe(id);
    return () => {
      stop();
      // From here on, changes are missed: fetch again when the recipe is shown again.
      queryClient
        .invalidateQueries({ queryKey: reactions.query(uid, id).queryKey, refetchType: 'none' })
        .catch(reportError);
    };
  }, [uid, id]);
  // Nobody reads those of a hidden recipe.
  const query = useQuery({ ...reactions.query(uid, id), enabled: !recipe.hidden });
  const confirmed = query.data;
  const shown = reactions.applyPending(confirmed ?? reactionsIn(recipe), reactions.usePending(uid, id));
  const change = (made: ReactionChange) => void reactions.change([uid, id], made);
  const deleteComment = (commentId: string) =>
    reactions.changeUnlessUndone([uid, id], { kind: 'deleteComment', commentId }, 'Deleted your comment');
  return { shown, confirmed, query, change, deleteComment };
}

export function useOlderComments(reader: string, recipeId: string) {
  const older: OlderComments = {
    path: `/recipes/${recipeId}/comments`,
    cursorNow: () => reactions.cached([reader, recipeId])?.olderCommentsCursor ?? null,
    removedBy: (message) =>
      message.kind === 'comment.hidden' && message.id === recipeId
        ? [message.commentId]
        : message.kind === 'recipe.reactions' && message.recipeId === recipeId
          ? (message.comments?.removed ?? [])
          : [],
    add: (page, cursor) => reactions.amend([reader, recipeId], (cached) => withOlderComments(cached, page, cursor)),
  };
  return useFetchOlder(older);
}
