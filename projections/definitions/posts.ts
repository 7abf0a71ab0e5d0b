import type { Comment } from '../../server/core/contracts/community.ts';
import { toExcerpt } from '../../server/core/contracts/excerpt.ts';
import { communityLimits } from '../../server/core/contracts/limits.ts';
import { withSignature, withSignatures } from '../../server/core/contracts/post-signatures.ts';
import type { PostEvent } from '../../server/core/domain/post/events.ts';
import { postEvents } from '../../server/core/domain/post/upcast.ts';
import type { PersonEvent } from '../../server/core/domain/profile/events.ts';
import { personEvents } from '../../server/core/domain/profile/upcast.ts';
import { cursorOf } from '../read-models/cursor.ts';
import type { IndexEntry } from '../read-models/read-model-store.ts';
import { isPersonEvent, type Person, people, personOf } from './people.ts';
import { type ContentDocument, newPost, type PostDocument, revisedPost, signatureOf } from './post-document.ts';
import { idOf, type Projected, type Projection, positionScore, type Workspace } from './projection.ts';

type Event = Projected<PostEvent> | Projected<PersonEvent>;

/** Index entries of the comments embedded in a post, oldest first. */
type Embedded = { entries: IndexEntry[] };

/** Collection and index names for the routes. Entries are sorted by log position. */
export const postsModel = {
  posts: 'posts',
  comments: 'comments',
  feed: 'feed',
  commentsOf: (postId: string): string => `comments-of:${postId}`,
  likesOf: (postId: string): string => `likes-of:${postId}`,
  /** Id in the collection `comments`, and member of the indexes: a comment's id is unique only within its post. */
  commentKey: (postId: string, commentId: string): string => `${postId}:${commentId}`,
  /** Id in the collection `posts`, so that one read returns a post and its whole content from the same commit. */
  contentOf: (postId: string): string => `${postId}:content`,
} as const;

const { posts, comments, feed, commentsOf, likesOf, commentKey, contentOf } = postsModel;
const embedded = 'embedded';
const writtenBy = (uid: string): string => `written-by:${uid}`;
/** A user's comments, and the posts with such comments: to update when the user is renamed. */
const commentedBy = (uid: string): string => `commented-by:${uid}`;
const commentedOn = (uid: string): string => `commented-on:${uid}`;
/** Users who have deleted a comment on a post: `commentedOn` may list the post without a comment of theirs. */
const uncommentedBy = (postId: string): string => `uncommented-by:${postId}`;

/**
 * Collections `posts` (`FeedPost` by id, and the content of a long one) and `comments`. Indexes: the feed, and each
 * post's comments and likes (by uid).
 */
export const postsProjection: Projection<Event> = {
  name: 'posts',
  version: 6,
  events: { ...postEvents, ...personEvents },
  fold(event, workspace) {
    if (isPersonEvent(event)) {
      const { username: name, avatar } = event.data;
      updateSignatures(workspace, idOf(event), { name, avatar });
      return;
    }
    if (event.type === 'PostPublished') {
      publish(event, workspace);
      return;
    }
    const post = workspace.get<PostDocument>(posts, idOf(event));
    if (post) foldPost({ ...post, revision: String(event.revision) }, event, workspace);
  },
};

function publish(event: Extract<Event, { type: 'PostPublished' }>, workspace: Workspace): void {
  const id = idOf(event);
  const { actor, at } = event.meta;
  const score = positionScore(event.position);
  putWritten(workspace, newPost(id, event.data, signatureOf(actor, personOf(workspace, actor), at)));
  workspace.index(feed, id, score);
  workspace.index(writtenBy(actor), id, score);
}

function foldPost(
  post: PostDocument,
  event: Exclude<Projected<PostEvent>, { type: 'PostPublished' }>,
  workspace: Workspace,
): void {
  const { actor, at } = event.meta;
  const score = positionScore(event.position);
  switch (event.type) {
    case 'PostRevised':
      if (post.excerptOf !== undefined) workspace.remove(posts, contentOf(post.id));
      putWritten(workspace, revisedPost(post, event.data));
      return;
    case 'PostLiked':
      workspace.put(posts, post.id, { ...post, likeCount: post.likeCount + 1 });
      workspace.index(likesOf(post.id), actor, score);
      return;
    case 'PostUnliked':
      workspace.put(posts, post.id, { ...post, likeCount: post.likeCount - 1 });
      workspace.unindex(likesOf(post.id), actor);
      return;
    case 'CommentAdded': {
      const { commentId, text } = event.data;
      const comment = { id: commentId, text, ...signatureOf(actor, personOf(workspace, actor), at) };
      const before = workspace.get<Embedded>(embedded, post.id)?.entries ?? [];
      const member = commentKey(post.id, commentId);
      const newest = withNewest(before, { member, score });
      workspace.put(comments, member, comment);
      workspace.index(commentsOf(post.id), member, score);
      workspace.index(commentedBy(actor), member, score);
      workspace.index(commentedOn(actor), post.id, 0);
      embed(workspace, post, newest, withNewest(post.comments, comment), post.commentCount + 1);
      return;
    }
    case 'CommentDeleted': {
      const deleted = commentKey(post.id, event.data.commentId);
      const part = { direction: 'descending', limit: communityLimits.embeddedComments + 2 } as const;
      const remaining = workspace.range(commentsOf(post.id), part).filter(({ member }) => member !== deleted);
      const newest = remaining.slice(0, communityLimits.embeddedComments).reverse();
      workspace.remove(comments, deleted);
      workspace.unindex(commentsOf(post.id), deleted);
      workspace.unindex(commentedBy(actor), deleted);
      workspace.index(uncommentedBy(post.id), actor, 0);
      const shown = newest.flatMap(({ member }) => workspace.get<Comment>(comments, member) ?? []);
      embed(workspace, post, newest, shown, post.commentCount - 1);
      return;
    }
    case 'PostDeleted': {
      const commenters = new Set(workspace.range(uncommentedBy(post.id)).map(({ member }) => member));
      for (const { member } of workspace.range(commentsOf(post.id))) {
        const writer = workspace.get<Comment>(comments, member)?.authorId;
        if (writer !== undefined) {
          workspace.unindex(commentedBy(writer), member);
          commenters.add(writer);
        }
        workspace.remove(comments, member);
      }
      for (const commenter of commenters) workspace.unindex(commentedOn(commenter), post.id);
      workspace.dropIndex(commentsOf(post.id));
      workspace.dropIndex(uncommentedBy(post.id));
      workspace.dropIndex(likesOf(post.id));
      workspace.unindex(feed, post.id);
      workspace.unindex(writtenBy(post.authorId), post.id);
      workspace.remove(embedded, post.id);
      if (post.excerptOf !== undefined) workspace.remove(posts, contentOf(post.id));
      workspace.remove(posts, post.id);
      return;
    }
  }
}

/** Stores a long content apart, because each like and comment rewrites the post. */
function putWritten(workspace: Workspace, post: ReturnType<typeof newPost>): void {
  const document: PostDocument = toExcerpt(post);
  workspace.put(posts, post.id, document);
  if (document.excerptOf === undefined) return;
  workspace.put(posts, contentOf(post.id), { content: post.content } satisfies ContentDocument);
}

/** Appends the newest and keeps as many as a post embeds. */
const withNewest = <T>(shown: readonly T[], newest: T): T[] =>
  shown.length < communityLimits.embeddedComments ? [...shown, newest] : [...shown.slice(1), newest];

/** Stores the newest comments in the post, and the cursor for older ones. */
function embed(
  workspace: Workspace,
  post: PostDocument,
  entries: IndexEntry[],
  shown: Comment[],
  commentCount: number,
): void {
  const oldest = entries[0];
  workspace.put(embedded, post.id, { entries } satisfies Embedded);
  workspace.put(posts, post.id, {
    ...post,
    commentCount,
    comments: shown,
    olderCommentsCursor: oldest && commentCount > entries.length ? cursorOf(oldest) : null,
  } satisfies PostDocument);
}

function updateSignatures(workspace: Workspace, uid: string, person: Person): void {
  const before = personOf(workspace, uid);
  if (before.name === person.name && before.avatar === person.avatar) return;
  workspace.put(people, uid, person);
  const author = { uid, ...person };
  const affected = [...workspace.range(writtenBy(uid)), ...workspace.range(commentedOn(uid))];
  for (const member of new Set(affected.map((entry) => entry.member))) {
    const post = workspace.get<PostDocument>(posts, member);
    if (post) workspace.put(posts, member, withSignatures(post, author));
  }
  for (const { member } of workspace.range(commentedBy(uid))) {
    const comment = workspace.get<Comment>(comments, member);
    if (comment) workspace.put(comments, member, withSignature(comment, author));
  }
}
