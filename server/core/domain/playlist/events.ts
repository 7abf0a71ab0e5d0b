export type PlaylistCreated = {
  type: 'PlaylistCreated';
  data: { name: string; description: string; isPrivate: boolean; recipeIds: string[] };
};
export type PlaylistRevised = {
  type: 'PlaylistRevised';
  data: { name: string; description: string; isPrivate: boolean };
};
export type PlaylistLiked = { type: 'PlaylistLiked'; data: Record<string, never> };
export type PlaylistUnliked = { type: 'PlaylistUnliked'; data: Record<string, never> };
export type RecipeAddedToPlaylist = { type: 'RecipeAddedToPlaylist'; data: { recipeId: string } };
export type RecipeRemovedFromPlaylist = { type: 'RecipeRemovedFromPlaylist'; data: { recipeId: string } };
export type PlaylistDeleted = { type: 'PlaylistDeleted'; data: Record<string, never> };

/** The events of `playlist-{id}`. Who did it and when is in the metadata (`actor`, `at`). */
export type PlaylistEvent =
  | PlaylistCreated
  | PlaylistRevised
  | PlaylistLiked
  | PlaylistUnliked
  | RecipeAddedToPlaylist
  | RecipeRemovedFromPlaylist
  | PlaylistDeleted;

export const playlistCategory = 'playlist';
