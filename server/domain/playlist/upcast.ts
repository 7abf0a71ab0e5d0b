import type { EventVersions } from '../event-versions.ts';
import type { PlaylistEvent } from './events.ts';

/** How the older versions of each are read. */
export const playlistEvents: EventVersions<PlaylistEvent> = {
  PlaylistCreated: [],
  PlaylistRevised: [],
  PlaylistLiked: [],
  PlaylistUnliked: [],
  RecipeAddedToPlaylist: [],
  RecipeRemovedFromPlaylist: [],
  PlaylistDeleted: [],
};
