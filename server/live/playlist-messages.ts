import type { Projected } from '../../projections/definitions/projection.ts';
import { type PlaylistDocument, playlistsModel } from '../../projections/definitions/stored-playlists.ts';
import type { Applied } from '../../projections/runner/applied.ts';
import { playlistLimits } from '../core/contracts/limits.ts';
import type { LiveMessage } from '../core/contracts/live.ts';
import type { PlaylistCard } from '../core/contracts/playlists.ts';
import { type PlaylistEvent, playlistCategory } from '../core/domain/playlist/events.ts';
import { positionOf, revisionsOf } from './batch-span.ts';
import { likeMessages } from './like-messages.ts';
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
  const position = positionOf(events);
  const wasPublic = applied.removedFromIndex(playlistsModel.public, playlistId);
  const deletion = events.find(({ type }) => type === 'PlaylistDeleted');
  if (deletion) {
    // The actor is the owner: only they may delete it.
    const room = wasPublic ? community : userRoom(deletion.meta.actor);
    return [{ room, message: { kind: 'playlist.deleted', position, playlistId } }];
  }
  const playlist = applied.document<PlaylistDocument>(playlistsModel.playlists, playlistId);
  if (!playlist) return [];

  const likes = likeMessages({ kind: 'playlist.liked', playlistId }, events);
  const changes = changeMessages(playlist, events, wasPublic);
  // A client can apply a like only after it has received the playlist.
  return events[0]?.type === 'PlaylistCreated' ? [...changes, ...likes] : [...likes, ...changes];
}

function changeMessages(playlist: PlaylistDocument, events: readonly OfPlaylist[], wasPublic: boolean): Addressed[] {
  const position = positionOf(events);
  const { id: playlistId, revision, isPrivate, ownerId, likeCount } = playlist;
  if (events.every(isLike)) {
    const message: LiveMessage = { kind: 'playlist.likes', position, playlistId, ...revisionsOf(events), likeCount };
    return [{ room: isPrivate ? userRoom(ownerId) : community, message }];
  }
  const changed = (room: Room, sent: PlaylistCard): Addressed => ({
    room,
    message: { kind: 'playlist.changed', position, playlist: sent },
  });
  const toOwner = changed(userRoom(ownerId), playlist);
  const hidden: Addressed = { room: community, message: { kind: 'playlist.hidden', position, playlistId, revision } };
  if (isPrivate) return wasPublic ? [hidden, toOwner] : [toOwner];
  const card = cardOf(playlist);
  return card.recipeCount === undefined ? [changed(community, card)] : [changed(community, card), toOwner];
}

const isLike = ({ type }: OfPlaylist): boolean => type === 'PlaylistLiked' || type === 'PlaylistUnliked';
