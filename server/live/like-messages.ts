import type { Projected } from '../../projections/definitions/projection.ts';
import type { PlaylistEvent } from '../core/domain/playlist/events.ts';
import type { PostEvent } from '../core/domain/post/events.ts';
import type { RecipeReactionEvent } from '../core/domain/recipe-reactions/events.ts';
import { type Addressed, userRoom } from './rooms.ts';

type Liked =
  | { readonly kind: 'post.liked'; readonly postId: string }
  | { readonly kind: 'playlist.liked'; readonly playlistId: string }
  | { readonly kind: 'recipe.liked'; readonly recipeId: string };

type Event = Projected<PostEvent> | Projected<PlaylistEvent> | Projected<RecipeReactionEvent>;

/** Whether the actor of an event likes the document; undefined for other events. */
const likes: Partial<Record<string, boolean>> = {
  PostLiked: true,
  PostUnliked: false,
  PlaylistLiked: true,
  PlaylistUnliked: false,
  RecipeLiked: true,
  RecipeUnliked: false,
} satisfies Partial<Record<Event['type'], boolean>>;

/** To each user who liked or unliked a document: the state after the batch. */
export function likeMessages(document: Liked, events: readonly Event[]): Addressed[] {
  const messages = new Map<string, Addressed>();
  for (const { type, meta, position, revision } of events) {
    const liked = likes[type];
    if (liked === undefined) continue;
    const message = { ...document, position: String(position), revision: String(revision), liked };
    messages.set(meta.actor, { room: userRoom(meta.actor), message });
  }
  return [...messages.values()];
}

/** To each user who liked or unliked a comment of the post: the state after the batch. */
export function commentLikeMessages(postId: string, events: readonly Projected<PostEvent>[]): Addressed[] {
  const likes = new Map<string, Addressed>();
  for (const { type, data, meta, position, revision } of events) {
    if (type !== 'CommentLiked' && type !== 'CommentUnliked') continue;
    const { commentId } = data;
    const own = { commentId, revision: String(revision), liked: type === 'CommentLiked' };
    const message = { kind: 'comment.liked', postId, position: String(position), ...own } as const;
    likes.set(`${meta.actor}:${commentId}`, { room: userRoom(meta.actor), message });
  }
  return [...likes.values()];
}
