import { toExcerpt } from '../../server/core/contracts/excerpt.ts';
import { withSignatures } from '../../server/core/contracts/post-signatures.ts';
import type { PostEvent } from '../../server/core/domain/post/events.ts';
import { postEvents } from '../../server/core/domain/post/upcast.ts';
import type { PersonEvent } from '../../server/core/domain/profile/events.ts';
import { personEvents } from '../../server/core/domain/profile/upcast.ts';
import {
  addComment,
  commentedDocuments,
  commentsModel,
  dropComments,
  removeComment,
  signComments,
} from './comments.ts';
import { isPersonEvent, type Person, people, personOf } from './people.ts';
import { type ContentDocument, newPost, type PostDocument, revisedPost, signatureOf } from './post-document.ts';
import { idOf, type Projected, type Projection, positionScore, type Workspace } from './projection.ts';

type Event = Projected<PostEvent> | Projected<PersonEvent>;

/** Collection and index names for the routes. Entries are sorted by log position. */
export const postsModel = {
  posts: 'posts',
  feed: 'feed',
  ...commentsModel,
  likesOf: (postId: string): string => `likes-of:${postId}`,
  /** Id in the collection `posts`, so that one read returns a post and its whole content from the same commit. */
  contentOf: (postId: string): string => `${postId}:content`,
} as const;

const { posts, feed, likesOf, contentOf } = postsModel;
const writtenBy = (uid: string): string => `written-by:${uid}`;

/**
 * Collections `posts` (`FeedPost` by id, and the content of a long one) and `comments`. Indexes: the feed, and each
 * post's comments and likes (by uid).
 */
export const postsProjection: Projection<Event> = {
  name: 'posts',
  version: 7,
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
      workspace.put(posts, post.id, { ...post, ...addComment(workspace, post, comment, score) });
      return;
    }
    case 'CommentDeleted': {
      const deleted = { commentId: event.data.commentId, authorId: actor };
      workspace.put(posts, post.id, { ...post, ...removeComment(workspace, post, deleted) });
      return;
    }
    case 'PostDeleted': {
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

function updateSignatures(workspace: Workspace, uid: string, person: Person): void {
  const before = personOf(workspace, uid);
  if (before.name === person.name && before.avatar === person.avatar) return;
  workspace.put(people, uid, person);
  const author = { uid, ...person };
  const written = workspace.range(writtenBy(uid)).map(({ member }) => member);
  for (const id of new Set([...written, ...commentedDocuments(workspace, uid)])) {
    const post = workspace.get<PostDocument>(posts, id);
    if (post) workspace.put(posts, id, withSignatures(post, author));
  }
  signComments(workspace, author);
}
