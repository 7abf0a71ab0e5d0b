import type { Comment } from '../../server/core/contracts/community.ts';
import { withSignature } from '../../server/core/contracts/post-signatures.ts';
import type { RecipeReactions } from '../../server/core/contracts/recipe-reactions.ts';
import type { Recipe } from '../../server/core/contracts/recipes.ts';
import { visibilityEvents } from '../../server/core/domain/moderation/upcast.ts';
import type { PersonEvent } from '../../server/core/domain/profile/events.ts';
import { personEvents } from '../../server/core/domain/profile/upcast.ts';
import type { RecipeWithdrawn } from '../../server/core/domain/recipe/events.ts';
import { recipeEvents } from '../../server/core/domain/recipe/upcast.ts';
import type { RecipeCommentAdded, RecipeReactionEvent } from '../../server/core/domain/recipe-reactions/events.ts';
import { recipeReactionEvents } from '../../server/core/domain/recipe-reactions/upcast.ts';
import {
  addComment,
  commentedDocuments,
  commentsModel,
  dropComments,
  forgetHidden,
  hideComment,
  removeComment,
  restoreComment,
  signComments,
} from './comments.ts';
import { isVisibilityEvent, type OfVisibility, subjectIn } from './hidden.ts';
import { isPersonEvent, type Person, people, personOf } from './people.ts';
import { photoFields } from './photos.ts';
import { mentionFields, type Signature, signatureOf } from './post-document.ts';
import { idOf, type Projected, type Projection, positionScore, type Workspace } from './projection.ts';

type Event = Projected<RecipeReactionEvent> | Projected<RecipeWithdrawn> | Projected<PersonEvent> | OfVisibility;

/** The stored form. The response adds `likedByMe`, which differs per reader. */
export type RecipeReactionsDocument = Omit<RecipeReactions, 'likedByMe'>;

/** Part of a recipe's response. */
export type ReactionCounts = Required<Pick<Recipe, 'likeCount' | 'commentCount'>>;

/** Collection and index names for the routes. Entries are sorted by log position. */
export const recipeReactionsModel = {
  ...commentsModel,
  reactions: 'reactions',
  counts: 'counts',
  likesOf: (recipeId: string): string => `likes-of:${recipeId}`,
  /** The published recipes that a user likes. */
  likedBy: (uid: string): string => `liked-by:${uid}`,
  /** All that someone likes, sorted by the number of likes. */
  mostLiked: 'most-liked',
} as const;

const { reactions, counts, likesOf, likedBy, mostLiked } = recipeReactionsModel;
/** Collection of the recipes that were withdrawn: a reaction may be recorded at the same time. */
const withdrawn = 'withdrawn';

/** The reactions to a recipe before the first one. */
export const noReactions = (id: string): RecipeReactionsDocument => ({
  id,
  revision: null,
  likeCount: 0,
  commentCount: 0,
  comments: [],
  olderCommentsCursor: null,
});

/**
 * Collections `reactions` (`RecipeReactions` by the id of the recipe, from the first one on), `counts` and `comments`. Indexes: each recipe's
 * comments and likes (by uid), each user's liked recipes, and the most liked ones. What users did to a withdrawn recipe is not shown.
 */
export const recipeReactionsProjection: Projection<Event> = {
  name: 'recipeReactions',
  version: 6,
  events: {
    ...recipeReactionEvents,
    RecipeWithdrawn: recipeEvents.RecipeWithdrawn,
    ...personEvents,
    ...visibilityEvents,
  },
  fold(event, workspace) {
    const id = idOf(event);
    if (isPersonEvent(event)) {
      const { username: name, avatar } = event.data;
      updateSignatures(workspace, id, { name, avatar });
      return;
    }
    if (isVisibilityEvent(event)) {
      moderateComment(event, workspace);
      return;
    }
    if (event.type === 'RecipeWithdrawn') {
      drop(workspace, id);
      workspace.put(withdrawn, id, {});
      return;
    }
    if (workspace.get(withdrawn, id)) return;
    const before = workspace.get<RecipeReactionsDocument>(reactions, id) ?? noReactions(id);
    put(workspace, react({ ...before, revision: String(event.revision) }, event, workspace));
  },
};

/** Returns the document after a reaction. Updates the indexes. */
function react(
  document: RecipeReactionsDocument,
  event: Projected<RecipeReactionEvent>,
  workspace: Workspace,
): RecipeReactionsDocument {
  const { id, likeCount } = document;
  const { actor, at } = event.meta;
  const score = positionScore(event.position);
  switch (event.type) {
    case 'RecipeLiked':
      workspace.index(likesOf(id), actor, score);
      workspace.index(likedBy(actor), id, score);
      workspace.index(mostLiked, id, likeCount + 1);
      return { ...document, likeCount: likeCount + 1 };
    case 'RecipeUnliked':
      workspace.unindex(likesOf(id), actor);
      workspace.unindex(likedBy(actor), id);
      if (likeCount > 1) workspace.index(mostLiked, id, likeCount - 1);
      else workspace.unindex(mostLiked, id);
      return { ...document, likeCount: likeCount - 1 };
    case 'RecipeCommentAdded': {
      const comment = newRecipeComment(event.data, signatureOf(actor, personOf(workspace, actor), at));
      return { ...document, ...addComment(workspace, document, comment, score) };
    }
    case 'RecipeCommentDeleted': {
      const deleted = { commentId: event.data.commentId, authorId: actor };
      if (forgetHidden(workspace, id, deleted.commentId)) return document;
      return { ...document, ...removeComment(workspace, document, deleted) };
    }
  }
}

/** A comment as added. Those on recipes have no likes and replies. */
export const newRecipeComment = (
  { commentId, text, photos, mentions }: RecipeCommentAdded['data'],
  signature: Signature,
): Comment => ({ id: commentId, text, ...photoFields(photos), ...mentionFields(mentions), ...signature });

function moderateComment(event: OfVisibility, workspace: Workspace): void {
  const subject = subjectIn(event, ['recipeComment']);
  const document = subject && workspace.get<RecipeReactionsDocument>(reactions, subject.id);
  if (!document) return;
  const { commentId } = subject;
  const comments =
    event.type === 'ContentHidden'
      ? hideComment(workspace, document, commentId)
      : restoreComment(workspace, document, commentId, (comment) =>
          withSignature(comment, { uid: comment.authorId, ...personOf(workspace, comment.authorId) }),
        );
  if (comments) put(workspace, { ...document, ...comments });
}

function put(workspace: Workspace, document: RecipeReactionsDocument): void {
  const { id, likeCount, commentCount } = document;
  workspace.put(reactions, id, document);
  workspace.put(counts, id, { likeCount, commentCount } satisfies ReactionCounts);
}

function drop(workspace: Workspace, id: string): void {
  for (const { member } of workspace.range(likesOf(id))) workspace.unindex(likedBy(member), id);
  dropComments(workspace, id);
  workspace.dropIndex(likesOf(id));
  workspace.unindex(mostLiked, id);
  workspace.remove(counts, id);
  workspace.remove(reactions, id);
}

function updateSignatures(workspace: Workspace, uid: string, person: Person): void {
  const before = personOf(workspace, uid);
  if (before.name === person.name && before.avatar === person.avatar) return;
  workspace.put(people, uid, person);
  const author = { uid, ...person };
  for (const id of commentedDocuments(workspace, uid)) {
    const document = workspace.get<RecipeReactionsDocument>(reactions, id);
    if (!document) continue;
    const comments = document.comments.map((comment) => withSignature(comment, author));
    workspace.put(reactions, id, { ...document, comments });
  }
  signComments(workspace, author);
}
