import type { EventVersions } from '../event-versions.ts';
import type { PlaylistEvent } from './events.ts';

/** All event types of the stream with their upcasts; empty for version 1. */
export const playlistEvents: EventVersions<PlaylistEvent> = {
  PlaylistCreated: [],
  PlaylistRevised: [],
  PlaylistLiked: [],
  PlaylistUnliked: [],
  RecipeAddedToPlaylist: [],
  RecipeRemovedFromPlaylist: [],
  PlaylistDeleted: [],
};
