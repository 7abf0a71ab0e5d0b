import type { Playlist } from '../../../server/core/contracts/playlists.ts';
import type { LikeRequest } from './api.ts';

/**
 * The playlist with the presses of its heart that are on their way laid over it. Each says how it shall be, so that it
 * does no harm when the server's word about it is there already.
 */
export const withPending = (playlist: Playlist, requests: readonly LikeRequest[]): Playlist =>
  requests.reduce(withLike, playlist);

function withLike(playlist: Playlist, { liked, shownCount }: LikeRequest): Playlist {
  const { likeCount: known } = playlist;
  const likeCount = liked ? Math.max(known, shownCount + 1) : Math.min(known, shownCount - 1);
  return { ...playlist, likedByMe: liked, likeCount: Math.max(0, likeCount) };
}
