import type { PostDocument } from '../../projections/definitions/post-document.ts';
import type { Projected } from '../../projections/definitions/projection.ts';
import { postsModel } from '../../projections/definitions/stored-posts.ts';
import type { Applied } from '../../projections/runner/applied.ts';
import type { EditablePost } from '../core/contracts/community.ts';
import type { LiveMessage } from '../core/contracts/live.ts';
import type { PostEvent } from '../core/domain/post/events.ts';
import { positionOf, revisionsOf } from './batch-span.ts';
import { commentChanges, likedComments, splitAtComments } from './comment-changes.ts';
import { commentLikeMessages, likeMessages } from './like-messages.ts';
import { type Addressed, community } from './rooms.ts';

type OfPost = Projected<PostEvent>;

const toAll = (message: LiveMessage): Addressed => ({ room: community, message });

/** Live messages about one post after a batch, in the order in which a client applies them. */
export function postMessages(applied: Applied, postId: string, events: readonly OfPost[]): Addressed[] {
  const position = positionOf(events);
  if (events.some(({ type }) => type === 'PostDeleted')) return [toAll({ kind: 'post.deleted', position, postId })];
  const post = applied.document<PostDocument>(postsModel.posts, postId);
  if (!post) return [];
  const isNew = events[0]?.type === 'PostPublished';
  const changes = isNew ? events.slice(1) : events;
  return [
    ...(isNew ? [toAll({ kind: 'post.published', position, post: withoutComments(post) })] : []),
    ...likeMessages({ kind: 'post.liked', postId }, changes),
    ...commentLikeMessages(postId, changes),
    ...splitAtComments(changes).map((part) => toAll(changeMessage(applied, postId, post, part))),
  ];
}

/** The new post as the batch left it, without its comments: those follow as changes. */
const withoutComments = (post: PostDocument): PostDocument => ({
  ...post,
  revision: '0',
  comments: [],
  commentCount: 0,
  olderCommentsCursor: null,
});

function changeMessage(applied: Applied, postId: string, post: PostDocument, events: readonly OfPost[]): LiveMessage {
  const comments = commentChanges(applied, post, events);
  const liked = likedComments(applied, post, events);
  return {
    kind: 'post.changed',
    position: positionOf(events),
    postId,
    ...revisionsOf(events),
    ...(events.some(({ type }) => type === 'PostRevised') && { written: writtenOf(post) }),
    likeCount: post.likeCount,
    ...(comments && { comments }),
    ...(liked.length > 0 && { likedComments: liked }),
  };
}

function writtenOf(post: PostDocument): EditablePost {
  const { title, content, excerptOf, type, imageUrl, photos, youtubeUrl, mentions, tags } = post;
  const { authorName, authorAvatar } = post;
  return {
    title,
    content,
    ...(excerptOf !== undefined && { excerptOf }),
    type,
    ...(imageUrl !== undefined && { imageUrl }),
    ...(photos && { photos }),
    ...(youtubeUrl !== undefined && { youtubeUrl }),
    ...(mentions !== undefined && { mentions }),
    ...(tags !== undefined && { tags }),
    authorName,
    ...(authorAvatar !== undefined && { authorAvatar }),
  };
}
