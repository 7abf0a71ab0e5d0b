import type { PostDocument } from '../../projections/definitions/post-document.ts';
import { postsModel } from '../../projections/definitions/posts.ts';
import type { Projected } from '../../projections/definitions/projection.ts';
import type { Applied } from '../../projections/runner/applied.ts';
import type { Comment, EditablePost } from '../core/contracts/community.ts';
import type { LiveMessage } from '../core/contracts/live.ts';
import type { PostEvent } from '../core/domain/post/events.ts';
import { positionOf, revisionsOf } from './batch-span.ts';
import { likeMessages } from './like-messages.ts';
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

/** Splits the events into consecutive parts with at most one new comment each. */
function splitAtComments(events: readonly OfPost[]): OfPost[][] {
  const parts: OfPost[][] = [];
  for (const event of events) {
    const part = parts.at(-1);
    if (part && !(isAddition(event) && part.some(isAddition))) part.push(event);
    else parts.push([event]);
  }
  return parts;
}

const isAddition = ({ type }: OfPost): boolean => type === 'CommentAdded';

function changeMessage(applied: Applied, postId: string, post: PostDocument, events: readonly OfPost[]): LiveMessage {
  const added: Comment[] = [];
  const removed: string[] = [];
  let isRevised = false;
  let isCommented = false;
  for (const { type, data } of events) {
    if (type === 'PostRevised') isRevised = true;
    if (type === 'CommentDeleted') removed.push(data.commentId);
    if (type === 'CommentAdded') {
      // A comment without a document was deleted in the same batch.
      const comment = commentOf(applied, postId, post, data.commentId);
      if (comment) added.push(comment);
    }
    isCommented ||= type === 'CommentAdded' || type === 'CommentDeleted';
  }
  return {
    kind: 'post.changed',
    position: positionOf(events),
    postId,
    ...revisionsOf(events),
    ...(isRevised && { written: writtenOf(post) }),
    likeCount: post.likeCount,
    ...(isCommented && { comments: { count: post.commentCount, added, removed } }),
  };
}

/** From the post, or its own document: a burst adds more comments than the post shows. */
const commentOf = (
  applied: Applied,
  postId: string,
  { comments }: PostDocument,
  commentId: string,
): Comment | undefined =>
  comments.find(({ id }) => id === commentId) ??
  applied.document<Comment>(postsModel.comments, postsModel.commentKey(postId, commentId));

function writtenOf(post: PostDocument): EditablePost {
  const { title, content, excerptOf, type, imageUrl, youtubeUrl, authorName, authorAvatar } = post;
  return {
    title,
    content,
    ...(excerptOf !== undefined && { excerptOf }),
    type,
    ...(imageUrl !== undefined && { imageUrl }),
    ...(youtubeUrl !== undefined && { youtubeUrl }),
    authorName,
    ...(authorAvatar !== undefined && { authorAvatar }),
  };
}
