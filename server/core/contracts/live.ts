/**
 * Live messages, server to browser, all sent as the Socket.IO event `live`. Values are absolute, in the shapes of the
 * REST contracts; `position` is the log position that they include. A message about a document has the document's
 * `revision`: a client ignores a message whose changes its document includes already.
 */
import type { Comment, EditablePost, FeedPost } from './community.ts';
import type { GroceryItem } from './grocery-list.ts';
import type { PlannedMeal, PlannedRecipe } from './meal-plan.ts';
import type { PlaylistCard } from './playlists.ts';
import type { RecipeCard } from './recipes.ts';
import type { Revision } from './shared.ts';
import type { Day, Meal } from './week.ts';

export type LiveMessage =
  /** Without comments: those that were recorded together with the post follow in `post.changed`. */
  | { kind: 'post.published'; position: string; post: FeedPost }
  | ({ kind: 'post.changed'; position: string } & ChangedPost)
  /** Only to the user who liked or unliked the post, before `post.changed`. */
  | { kind: 'post.liked'; position: string; postId: string; revision: string; liked: boolean }
  /** Only to the user who liked or unliked the comment, before `post.changed`. */
  | {
      kind: 'comment.liked';
      position: string;
      postId: string;
      commentId: string;
      revision: string;
      liked: boolean;
    }
  | { kind: 'post.deleted'; position: string; postId: string }
  | { kind: 'recipe.published'; position: string; recipe: RecipeCard }
  /** Clients that show the whole recipe fetch it again. */
  | { kind: 'recipe.revised'; position: string; recipe: RecipeCard }
  /** `isHidden`: a moderator has hidden it, so that also pages that show it stop. */
  | { kind: 'recipe.withdrawn'; position: string; recipeId: string; isHidden?: true }
  /** A moderator has hidden a comment on the post or recipe `id`, which has `count` others. Applies at any revision. */
  | { kind: 'comment.hidden'; position: string; of: 'post' | 'recipe'; id: string; commentId: string; count: number }
  /** A moderator has restored the thing, or a comment on it: clients that show where it belongs fetch that again. */
  | { kind: 'content.restored'; position: string; what: 'post' | 'recipe' | 'playlist'; id: string }
  /** Only to the user about whom a moderator has decided something. */
  | { kind: 'moderation.changed'; position: string }
  /** Only to the connections that watch the recipe. */
  | ({ kind: 'recipe.reactions'; position: string } & ChangedReactions)
  /** Only to the user who liked or unliked the recipe, before `recipe.reactions`. */
  | { kind: 'recipe.liked'; position: string; recipeId: string; revision: string; liked: boolean }
  /**
   * A new or changed playlist, with its likes: complete to its owner and, if it is public, as its card to everybody. A
   * screen that shows all of its recipes fetches it. `likedByMe` is omitted.
   */
  | { kind: 'playlist.changed'; position: string; playlist: PlaylistCard }
  /** The likes of a playlist that had the revision `from` and now has `revision`, if nothing else has changed. */
  | {
      kind: 'playlist.likes';
      position: string;
      playlistId: string;
      from: Revision;
      revision: string;
      likeCount: number;
    }
  /** Only to the user who liked or unliked the playlist, before the message to all. */
  | { kind: 'playlist.liked'; position: string; playlistId: string; revision: string; liked: boolean }
  /** The playlist became private: only its owner receives its later changes. */
  | { kind: 'playlist.hidden'; position: string; playlistId: string; revision: Revision }
  | { kind: 'playlist.deleted'; position: string; playlistId: string }
  /** A user has this name and picture now, wherever they are shown. */
  | { kind: 'person.changed'; position: string; uid: string; name: string; avatar: string | null }
  /** Only to the user who followed or unfollowed a person: clients fetch whom they follow again. */
  | { kind: 'following.changed'; position: string; revision: string }
  /** Only to the user who founded, joined, left or was removed, on all of their connections. */
  | { kind: 'household.joined' | 'household.left'; position: string; householdId: string }
  /** Only to the user who has the inbox. Without `unread`, the number of unread notifications is the same as before. */
  | { kind: 'notifications.changed'; position: string; unread?: number }
  /** Only to its members, who fetch it again: it changes rarely. */
  | { kind: 'household.changed'; position: string; householdId: string; revision: string }
  /** Only to its members, whose access ends. */
  | { kind: 'household.dissolved'; position: string; householdId: string }
  /** The changes of a list that had the revision `from` and now has `revision`. */
  | {
      kind: 'list.changed';
      position: string;
      listId: string;
      from: Revision;
      revision: string;
      changed: GroceryItem[];
      removed: string[];
      /** The changes that removed several items at once; omitted without such changes. */
      cleared?: ClearedItems[];
    }
  /** The lists of an owner were opened, renamed or closed, or their categories ordered: clients fetch them again. */
  | { kind: 'lists.changed'; position: string; mainListId: string; revision: string }
  /** The changes of the week that begins on the date `week`. It had the revision `from` of its own, now `revision`. */
  | {
      kind: 'plan.changed';
      position: string;
      /** The `Potluck-Document` of the plan. */
      planId: string;
      week: string;
      from: string;
      revision: string;
      /** The meals that were planned or changed. */
      meals: PlannedMeal[];
      /** The ids of the meals that were removed. */
      removed: string[];
      /** The slots that have changed, with their first recipes, for clients that do not know meals. */
      changed: PlannedSlot[];
    };

/** Items that one change of a list has removed together. */
export interface ClearedItems {
  /** By which the change can be undone. */
  changeId: string;
  /** The uid of the member who removed them. Members of the list know the name. */
  by: string;
  count: number;
}

/** A post that had the revision `from` and now has `revision`. */
export interface ChangedPost {
  postId: string;
  from: Revision;
  revision: string;
  /** If its author revised it. */
  written?: EditablePost;
  likeCount: number;
  /** If comments were added or deleted. */
  comments?: ChangedComments;
  /** The comments that were liked or unliked. */
  likedComments?: { id: string; likeCount: number }[];
}

/** The reactions to a recipe, which had the revision `from` and now have `revision`. */
export interface ChangedReactions {
  recipeId: string;
  from: Revision;
  revision: string;
  likeCount: number;
  /** If comments were added or deleted. */
  comments?: ChangedComments;
}

/** Comments that were added, oldest first, and the ids of those that were deleted; `count` is how many there are now. */
export interface ChangedComments {
  count: number;
  added: Comment[];
  removed: string[];
}

/** The first recipe of a slot. */
export type PlannedSlot = { day: Day; meal: Meal; recipe: PlannedRecipe | null };

export interface ServerToClient {
  live: (message: LiveMessage) => void;
  /** The connection's token is invalid, expired or not verifiable: the client should reconnect with a new one. */
  signedOut: () => void;
  /** Messages may have been lost, for example in an outage behind the server: fetch again what is on the screen. */
  missed: () => void;
}

export interface ClientToServer {
  /**
   * The recipes, at most four, whose `recipe.reactions` the connection receives from now on, in place of those it named
   * before. Acknowledged when that is so: what is read afterwards misses nothing. Invalid ids are not acknowledged.
   */
  watch: (recipeIds: readonly string[], done: () => void) => void;
}

/** `handshake.auth` of a connection. The token decides whose private messages the connection receives. */
export interface Handshake {
  token?: string;
}
