import type { EventVersions } from '../event-versions.ts';
import type { PlaylistEvent } from './events.ts';

/** All types of its events, each with its upcasts: none while it is in its first version. */
export const playlistEvents: EventVersions<PlaylistEvent> = {
  PlaylistCreated: [],
  PlaylistRevised: [],
  PlaylistLiked: [],
  PlaylistUnliked: [],
  RecipeAddedToPlaylist: [],
  RecipeRemovedFromPlaylist: [],
  PlaylistDeleted: [],
};
