import type { EventVersions } from '../event-versions.ts';
import type { FollowingEvent } from './events.ts';

/** All event types of the stream with their upcasts; empty for version 1. */
export const followingEvents: EventVersions<FollowingEvent> = {
  PersonFollowed: [],
  PersonUnfollowed: [],
};
