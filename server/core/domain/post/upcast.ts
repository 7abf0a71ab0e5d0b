import type { EventVersions } from '../event-versions.ts';
import type { PostEvent } from './events.ts';

/** All types of its events, each with its upcasts: none while it is in its first version. */
export const postEvents: EventVersions<PostEvent> = {
  PostPublished: [],
  PostRevised: [],
  PostDeleted: [],
  PostLiked: [],
  PostUnliked: [],
  CommentAdded: [],
  CommentDeleted: [],
};
