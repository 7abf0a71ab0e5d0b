import type { EventVersions } from '../event-versions.ts';
import type { PostEvent } from './events.ts';

/** How the older versions of each are read. */
export const postEvents: EventVersions<PostEvent> = {
  PostPublished: [],
  PostRevised: [],
  PostDeleted: [],
  PostLiked: [],
  PostUnliked: [],
  CommentAdded: [],
  CommentDeleted: [],
};
