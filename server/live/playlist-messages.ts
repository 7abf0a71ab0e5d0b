import { type PlaylistDocument, playlistsModel } from '../../projections/definitions/playlists.ts';
import type { Projected } from '../../projections/definitions/projection.ts';
import type { Applied } from '../../projections/runner/applied.ts';
import { playlistLimits } from '../core/contracts/limits.ts';
import type { LiveMessage } from '../core/contracts/live.ts';
import type { PlaylistCard } from '../core/contracts/playlists.ts';
import { type PlaylistEvent, playlistCategory } from '../core/domain/playlist/events.ts';
import { type Addressed, community, type Room, userRoom } from './rooms.ts';

type OfPlaylist = Projected<PlaylistEvent>;

export const isOfPlaylist = (event: Applied['events'][number]): event is OfPlaylist =>
  event.stream.startsWith(`${playlistCategory}-`);

function cardOf(playlist: PlaylistDocument): PlaylistCard {
  const { recipes } = playlist;
  if (recipes.length <= playlistLimits.cover) return playlist;
  return { ...playlist, recipes: recipes.slice(0, playlistLimits.cover), recipeCount: recipes.length };
}

/**
 * Live messages about one playlist after a batch. A private playlist is sent to its owner, a public one to all. Only
 * connections that could see it before are notified when it is hidden or deleted.
 */
export function playlistMessages(applied: Applied, playlistId: string, events: readonly OfPlaylist[]): Addressed[] {
  const position = String(events.at(-1)?.position);
  const likes = new Map<string, boolean>();
  let changed = false;
  const wasPublic = () => applied.hasLeft(playlistsModel.public, playlistId);
  for (const event of events) {
    switch (event.type) {
      case 'PlaylistLiked':
      case 'PlaylistUnliked':
        likes.set(event.meta.actor, event.type === 'PlaylistLiked');
        break;
      case 'PlaylistDeleted': {
        // The actor is the owner: only they may delete it.
        const room = wasPublic() ? community : userRoom(event.meta.actor);
        return [{ room, message: { kind: 'playlist.deleted', position, playlistId } }];
      }
      case 'PlaylistCreated':
      case 'PlaylistRevised':
      case 'RecipeAddedToPlaylist':
      case 'RecipeRemovedFromPlaylist':
        changed = true;
        break;
      default:
        event satisfies never;
    }
  }

  const playlist = applied.document<PlaylistDocument>(playlistsModel.playlists, playlistId);
  if (!playlist) return [];
  const { isPrivate, ownerId, likeCount } = playlist;
  const room: Room = isPrivate ? userRoom(ownerId) : community;
  const messages: Addressed[] = [];
  const push = (to: Room, message: LiveMessage) => messages.push({ room: to, message });
  if (isPrivate && wasPublic()) push(community, { kind: 'playlist.hidden', position, playlistId });
  if (changed) {
    const card = cardOf(playlist);
    push(room, { kind: 'playlist.changed', position, playlist: isPrivate ? playlist : card });
    const isCut = card.recipeCount !== undefined;
    if (isCut && !isPrivate) push(userRoom(ownerId), { kind: 'playlist.changed', position, playlist });
  }
  if (likes.size > 0) push(room, { kind: 'playlist.likes', position, playlistId, likeCount });
  for (const [uid, liked] of likes) push(userRoom(uid), { kind: 'playlist.liked', position, playlistId, liked });
  return messages;
}
