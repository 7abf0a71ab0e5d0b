/** How playlists and their recipes are stored, whether they are hidden or not. */
import type { Playlist } from '../../server/core/contracts/playlists.ts';
import { findWithHidden, hiddenCollection, placeOf } from './hidden.ts';
import type { Workspace } from './projection.ts';

/** A stored playlist. The response adds `likedByMe`, which differs per reader. */
export type PlaylistDocument = Omit<Playlist, 'likedByMe'>;

/** Collection and index names for the routes. */
export const playlistsModel = {
  playlists: 'playlists',
  /** As playlists show them, by id. Only these recipes can be added to a playlist. */
  recipes: 'recipes',
  /** Most likes first, then newest. */
  public: 'public',
  /** Sorted by log position, as are the two below. */
  ownedBy: (uid: string): string => `of:${uid}`,
  publicOwnedBy: (uid: string): string => `public-of:${uid}`,
  likedBy: (uid: string): string => `liked-by:${uid}`,
  /** Ids of recipes that were added to a playlist and have been withdrawn. */
  withdrawnFrom: (playlistId: string): string => `withdrawn-from:${playlistId}`,
  /** Like `playlists`, of those that moderators have hidden. */
  hiddenPlaylists: hiddenCollection('playlists'),
  hiddenRecipes: hiddenCollection('recipes'),
  /** Ids of recipes in a playlist that moderators have hidden, by their place in it. */
  hiddenFrom: (playlistId: string): string => `hidden-from:${playlistId}`,
} as const;

const { playlists, publicOwnedBy } = playlistsModel;
export const withRecipe = (recipeId: string): string => `with:${recipeId}`;

/** Seconds since the epoch take 32 bits of a score, which leaves 21 bits for likes: two million. */
const likesScale = 2 ** 32;
const maxLikes = 2 ** 21 - 1;

/** Most liked, then newest. */
export const popularity = ({ likeCount, createdAt }: PlaylistDocument): number =>
  Math.min(likeCount, maxLikes) * likesScale + Math.floor(Date.parse(createdAt) / 1000);

/** Whether all may read it. */
export const isPublic = ({ isPrivate, hidden }: PlaylistDocument): boolean => !isPrivate && !hidden;

export const findPlaylist = (workspace: Workspace, id: string): PlaylistDocument | undefined =>
  findWithHidden<PlaylistDocument>(workspace, playlists, id);

export const putPlaylist = (playlist: PlaylistDocument, workspace: Workspace): void =>
  workspace.put(placeOf(playlists, playlist), playlist.id, playlist);

export function show(playlist: PlaylistDocument, score: number, workspace: Workspace): void {
  workspace.index(playlistsModel.public, playlist.id, popularity(playlist));
  workspace.index(publicOwnedBy(playlist.ownerId), playlist.id, score);
}

export function hide({ id, ownerId }: PlaylistDocument, workspace: Workspace): void {
  workspace.unindex(playlistsModel.public, id);
  workspace.unindex(publicOwnedBy(ownerId), id);
}

export const without = (playlist: PlaylistDocument, recipeId: string): PlaylistDocument => ({
  ...playlist,
  recipes: playlist.recipes.filter(({ id }) => id !== recipeId),
});

export const playlistsWith = (recipeId: string, workspace: Workspace): PlaylistDocument[] =>
  workspace.range(withRecipe(recipeId)).flatMap(({ member }) => findPlaylist(workspace, member) ?? []);
