import type { EventVersions } from '../event-versions.ts';
import type { PostEvent } from './events.ts';

/** All event types of the stream with their upcasts; empty for version 1. */
export const postEvents: EventVersions<PostEvent> = {
  PostPublished: [],
  PostRevised: [],
  PostDeleted: [],
  PostLiked: [],
  PostUnliked: [],
  CommentAdded: [],
  CommentDeleted: [],
  CommentLiked: [],
  CommentUnliked: [],
};
