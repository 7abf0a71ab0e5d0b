import type { Comment } from '../../server/core/contracts/community.ts';
import { toExcerpt } from '../../server/core/contracts/excerpt.ts';
import { withSignatures } from '../../server/core/contracts/post-signatures.ts';
import type { PostEvent } from '../../server/core/domain/post/events.ts';
import { postEvents } from '../../server/core/domain/post/upcast.ts';
import type { PersonEvent } from '../../server/core/domain/profile/events.ts';
import { personEvents } from '../../server/core/domain/profile/upcast.ts';
import {
  addComment,
  commentedBy,
  commentedDocuments,
  commentsModel,
  dropComments,
  removeComment,
  signComments,
} from './comments.ts';
import { isPersonEvent, type Person, people, personOf } from './people.ts';
import {
  type ContentDocument,
  newComment,
  newPost,
  type PostDocument,
  revisedPost,
  signatureOf,
} from './post-document.ts';
import { idOf, type Projected, type Projection, positionScore, type Workspace } from './projection.ts';
import { listWriter, renameWriter, unlistWriter } from './writers.ts';

type Event = Projected<PostEvent> | Projected<PersonEvent>;

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
} as const;

const { posts, feed, writtenBy, taggedWith, likesOf, contentOf } = postsModel;
const { comments, commentsOf, commentKey, likesOfComment } = postsModel;
/** When a post was published, by its id: a tag that a revision adds has the post in the order of the feed. */
const published = 'published';
type Publication = { score: number };

/**
 * Collections `posts` (`FeedPost` by id, and the content of a long one) and `comments`. Indexes: the feed, and each
 * post's comments and likes (by uid), each comment's likes, and the posts of each author and hashtag. For those who
 * write, see `writers.ts`.
 */
export const postsProjection: Projection<Event> = {
  name: 'posts',
  version: 8,
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
  const post = newPost(id, event.data, signatureOf(actor, personOf(workspace, actor), at));
  putWritten(workspace, post);
  workspace.put(published, id, { score } satisfies Publication);
  for (const tag of post.tags ?? []) workspace.index(taggedWith(tag), id, score);
  listWriter(workspace, actor, score);
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
    case 'PostRevised': {
      if (post.excerptOf !== undefined) workspace.remove(posts, contentOf(post.id));
      const revised = revisedPost(post, event.data);
      for (const tag of post.tags ?? []) workspace.unindex(taggedWith(tag), post.id);
      const publication = workspace.get<Publication>(published, post.id);
      for (const tag of revised.tags ?? []) workspace.index(taggedWith(tag), post.id, publication?.score ?? score);
      putWritten(workspace, revised);
      return;
    }
    case 'PostLiked':
      workspace.put(posts, post.id, { ...post, likeCount: post.likeCount + 1 });
      workspace.index(likesOf(post.id), actor, score);
      return;
    case 'PostUnliked':
      workspace.put(posts, post.id, { ...post, likeCount: post.likeCount - 1 });
      workspace.unindex(likesOf(post.id), actor);
      return;
    case 'CommentAdded': {
      const comment = newComment(event.data, signatureOf(actor, personOf(workspace, actor), at));
      listWriter(workspace, actor, score);
      workspace.put(posts, post.id, { ...post, ...addComment(workspace, post, comment, score) });
      return;
    }
    case 'CommentDeleted': {
      const deleted = { commentId: event.data.commentId, authorId: actor };
      const key = commentKey(post.id, deleted.commentId);
      unlistIfSilent(workspace, actor, new Set([key]));
      workspace.dropIndex(likesOfComment(key));
      workspace.put(posts, post.id, { ...post, ...removeComment(workspace, post, deleted) });
      return;
    }
    case 'CommentLiked':
    case 'CommentUnliked': {
      const key = commentKey(post.id, event.data.commentId);
      const isLiked = event.type === 'CommentLiked';
      likeComment(workspace, post, key, isLiked ? 1 : -1);
      if (isLiked) workspace.index(likesOfComment(key), actor, score);
      else workspace.unindex(likesOfComment(key), actor);
      return;
    }
    case 'PostDeleted': {
      const removed = workspace.range(commentsOf(post.id)).map(({ member }) => member);
      const writers = removed.flatMap((key) => workspace.get<Comment>(comments, key)?.authorId ?? []);
      for (const writer of new Set([post.authorId, ...writers])) {
        unlistIfSilent(workspace, writer, new Set([post.id, ...removed]));
      }
      for (const key of removed) workspace.dropIndex(likesOfComment(key));
      for (const tag of post.tags ?? []) workspace.unindex(taggedWith(tag), post.id);
      workspace.remove(published, post.id);
      dropComments(workspace, post.id);
      workspace.dropIndex(likesOf(post.id));
      workspace.unindex(feed, post.id);
      workspace.unindex(writtenBy(post.authorId), post.id);
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

/** Call it before the posts and comments are removed from the indexes of those who wrote them. */
function unlistIfSilent(workspace: Workspace, uid: string, removed: ReadonlySet<string>): void {
  const limit = removed.size + 1;
  const written = [writtenBy(uid), commentedBy(uid)].flatMap((index) =>
    workspace.range(index, { direction: 'descending', limit }),
  );
  if (written.every(({ member }) => removed.has(member))) unlistWriter(workspace, uid);
}

/** Counts a like, also in the copy that the post embeds. */
function likeComment(workspace: Workspace, post: PostDocument, key: string, change: 1 | -1): void {
  const comment = workspace.get<Comment>(comments, key);
  const liked = comment && { ...comment, likeCount: (comment.likeCount ?? 0) + change };
  if (liked) workspace.put(comments, key, liked);
  const shown = post.comments.map((embedded) => (embedded.id === liked?.id ? liked : embedded));
  workspace.put(posts, post.id, { ...post, comments: shown });
}

function updateSignatures(workspace: Workspace, uid: string, person: Person): void {
  const before = personOf(workspace, uid);
  if (before.name === person.name && before.avatar === person.avatar) return;
  workspace.put(people, uid, person);
  renameWriter(workspace, uid, before, person);
  const author = { uid, ...person };
  const written = workspace.range(writtenBy(uid)).map(({ member }) => member);
  for (const id of new Set([...written, ...commentedDocuments(workspace, uid)])) {
    const post = workspace.get<PostDocument>(posts, id);
    if (post) workspace.put(posts, id, withSignatures(post, author));
  }
  signComments(workspace, author);
}
