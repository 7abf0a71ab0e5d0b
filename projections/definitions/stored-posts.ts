/** How posts are stored, whether they are hidden or not. */
import { toExcerpt } from '../../server/core/contracts/excerpt.ts';
import { commentsModel } from './comments.ts';
import { findWithHidden, hiddenCollection, placeOf } from './hidden.ts';
import type { ContentDocument, newPost, PostDocument } from './post-document.ts';
import type { Workspace } from './projection.ts';

/** Collection and index names for the routes. Entries are sorted by log position. */
export const postsModel = {
  posts: 'posts',
  feed: 'feed',
  ...commentsModel,
  likesOf: (postId: string): string => `likes-of:${postId}`,
  /** The posts of an author or with a hashtag, sorted like the feed. */
  writtenBy: (uid: string): string => `written-by:${uid}`,
  taggedWith: (tag: string): string => `tagged-with:${tag}`,
  /** Likes of a comment by uid. @param key see `commentKey` */
  likesOfComment: (key: string): string => `likes-of-comment:${key}`,
  /** Id in the collection `posts`, so that one read returns a post and its whole content from the same commit. */
  contentOf: (postId: string): string => `${postId}:content`,
  /** Like `posts`, of those that moderators have hidden. */
  hiddenPosts: hiddenCollection('posts'),
} as const;

const { posts, taggedWith, contentOf } = postsModel;
/** When a post was published, by its id: a tag that a revision adds has the post in the order of the feed. */
export const published = 'published';
/** An author's hidden posts, to update when the author is renamed. */
export const hiddenBy = (uid: string): string => `hidden-by:${uid}`;
export type Publication = { score: number };

/** A post, whether it is hidden or not. */
export const findPost = (workspace: Workspace, id: string): PostDocument | undefined =>
  findWithHidden<PostDocument>(workspace, posts, id);

/** Stores a long content apart, because each like and comment rewrites the post. */
export function putWritten(workspace: Workspace, post: ReturnType<typeof newPost>): void {
  const document: PostDocument = toExcerpt(post);
  putPost(workspace, document);
  if (document.excerptOf === undefined) return;
  workspace.put(placeOf(posts, post), contentOf(post.id), { content: post.content } satisfies ContentDocument);
}

export const putPost = (workspace: Workspace, post: PostDocument): void =>
  workspace.put(placeOf(posts, post), post.id, post);

export function removeWritten(workspace: Workspace, post: PostDocument): void {
  const place = placeOf(posts, post);
  if (post.excerptOf !== undefined) workspace.remove(place, contentOf(post.id));
  workspace.remove(place, post.id);
}

export function indexTags(workspace: Workspace, post: Pick<PostDocument, 'id' | 'tags'>, score: number): void {
  const publication = workspace.get<Publication>(published, post.id);
  for (const tag of post.tags ?? []) workspace.index(taggedWith(tag), post.id, publication?.score ?? score);
}
