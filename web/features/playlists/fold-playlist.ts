import type { LiveMessage } from '../../../server/core/contracts/live.ts';
import type { PlaylistRecipe } from '../../../server/core/contracts/playlists.ts';
import type { RecipeCard } from '../../../server/core/contracts/recipes.ts';
import { applyOwnLike, keepOwnLike } from '../../lib/sync/likes.ts';
import { classifyPush, includes } from '../../lib/sync/versioned.ts';
import type { CachedPlaylist } from './playlist-changes.ts';

export type PlaylistList =
  | readonly [reader: string, list: 'own' | 'public']
  | readonly [reader: string, list: 'one', ownerId: string, playlistId: string];

/**
 * Returns the playlist with the message applied, the same playlist if it changes nothing, 'gap' if the playlist must be
 * fetched, or 'gone' if it was deleted. Ignores messages without a revision: during an upgrade, an older server sends
 * them, and a newer one sends its own.
 */
export function foldPlaylist(
  playlist: CachedPlaylist,
  message: LiveMessage,
  [reader, list]: PlaylistList,
): CachedPlaylist | 'gap' | 'gone' {
  const isOwn = playlist.ownerId === reader;
  switch (message.kind) {
    case 'playlist.changed': {
      const { playlist: changed } = message;
      if (changed.id !== playlist.id) return playlist;
      if (includes(playlist, changed.revision ?? null)) return playlist;
      const { recipeCount } = changed;
      // The owner also receives the whole playlist.
      if (recipeCount !== undefined && isOwn) return playlist;
      return recipeCount === undefined || list !== 'one' ? { ...changed, ...keepOwnLike(playlist) } : 'gap';
    }
    case 'playlist.likes': {
      if (message.playlistId !== playlist.id) return playlist;
      const classification = classifyPush(playlist, message);
      if (classification !== 'next') return classification === 'gap' ? 'gap' : playlist;
      const { revision, likeCount } = message;
      return { ...playlist, ...keepOwnLike(playlist), revision, likeCount };
    }
    case 'playlist.liked': // Sent only to the user who liked or unliked.
      if (message.playlistId !== playlist.id || message.revision === undefined) return playlist;
      return applyOwnLike(playlist, message);
    case 'playlist.hidden': {
      const { playlistId, revision } = message;
      if (playlistId !== playlist.id || isOwn || includes(playlist, revision ?? null)) return playlist;
      return { ...playlist, ...keepOwnLike(playlist), isPrivate: true, revision };
    }
    case 'playlist.deleted':
      return message.playlistId === playlist.id ? 'gone' : playlist;
    case 'person.changed':
      return message.uid === playlist.ownerId ? { ...playlist, ownerName: message.name } : playlist;
    case 'recipe.revised':
      return withRecipe(playlist, message.recipe.id, toPlaylistRecipe(message.recipe));
    case 'recipe.withdrawn':
      return withRecipe(playlist, message.recipeId, undefined);
    default:
      return playlist;
  }
}

/** A playlist that the user has created, for example on another device. */
export function addedPlaylist(message: LiveMessage, [reader, list]: PlaylistList) {
  if (message.kind !== 'playlist.changed' || list !== 'own') return undefined;
  const { playlist } = message;
  if (playlist.ownerId !== reader || playlist.recipeCount !== undefined) return undefined;
  // The owner's own like is a separate push.
  return { document: { ...playlist, revision: playlist.revision ?? null, likedByMeRevision: null }, isUnseen: false };
}

/** Other users see only public playlists. A hidden one stays cached, to be shown if it becomes public again. */
export const isVisibleTo = (reader: string, { isPrivate, ownerId }: CachedPlaylist): boolean =>
  !isPrivate || ownerId === reader;

const toPlaylistRecipe = ({ id, title, cuisine, imageUrl, pictures }: RecipeCard): PlaylistRecipe => ({
  id,
  title,
  cuisine,
  ...(imageUrl !== undefined && { imageUrl }),
  ...(pictures !== undefined && { pictures }),
});

function withRecipe(playlist: CachedPlaylist, id: string, current: PlaylistRecipe | undefined): CachedPlaylist {
  if (!playlist.recipes.some((recipe) => recipe.id === id)) return playlist;
  return { ...playlist, recipes: playlist.recipes.flatMap((recipe) => (recipe.id === id ? (current ?? []) : recipe)) };
}
