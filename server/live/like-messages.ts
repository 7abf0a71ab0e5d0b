import type { Projected } from '../../projections/definitions/projection.ts';
import type { PlaylistEvent } from '../core/domain/playlist/events.ts';
import type { PostEvent } from '../core/domain/post/events.ts';
import { type Addressed, userRoom } from './rooms.ts';

type Liked =
  | { readonly kind: 'post.liked'; readonly postId: string }
  | { readonly kind: 'playlist.liked'; readonly playlistId: string };

/** To each user who liked or unliked a post or playlist: the state after the batch. */
export function likeMessages(document: Liked, events: readonly Projected<PostEvent | PlaylistEvent>[]): Addressed[] {
  const likes = new Map<string, Addressed>();
  for (const { type, meta, position, revision } of events) {
    const liked = type === 'PostLiked' || type === 'PlaylistLiked';
    if (!liked && type !== 'PostUnliked' && type !== 'PlaylistUnliked') continue;
    const message = { ...document, position: String(position), revision: String(revision), liked };
    likes.set(meta.actor, { room: userRoom(meta.actor), message });
  }
  return [...likes.values()];
}
