import type { Comment } from '../../server/core/contracts/community.ts';
import { withSignatures } from '../../server/core/contracts/post-signatures.ts';
import { visibilityEvents } from '../../server/core/domain/moderation/upcast.ts';
import type { PostEvent } from '../../server/core/domain/post/events.ts';
import { postEvents } from '../../server/core/domain/post/upcast.ts';
import type { PersonEvent } from '../../server/core/domain/profile/events.ts';
import { personEvents } from '../../server/core/domain/profile/upcast.ts';
import {
  addComment,
  commentedBy,
  commentedDocuments,
  dropComments,
  forgetHidden,
  removeComment,
  signComments,
} from './comments.ts';
import { isVisibilityEvent, type OfVisibility, placeOf } from './hidden.ts';
import { moderatePosts } from './hidden-posts.ts';
import { isPersonEvent, type Person, people, personOf } from './people.ts';
import { newComment, newPost, type PostDocument, revisedPost, signatureOf } from './post-document.ts';
import { idOf, type Projected, type Projection, positionScore, type Workspace } from './projection.ts';
import {
  findPost,
  hiddenBy,
  indexTags,
  type Publication,
  postsModel,
  published,
  putPost,
  putWritten,
  removeWritten,
} from './stored-posts.ts';
import { addWriter, removeWriter, renameWriter } from './writers.ts';

type Event = Projected<PostEvent> | Projected<PersonEvent> | OfVisibility;

const { posts, feed, writtenBy, taggedWith, likesOf, contentOf } = postsModel;
const { comments, commentsOf, commentKey, likesOfComment } = postsModel;

/**
 * Collections `posts` (`FeedPost` by id, and the content of a long one) and `comments`. Indexes: the feed, and each
 * post's comments and likes (by uid), each comment's likes, and the posts of each author and hashtag. For those who
 * write, see `writers.ts`.
 */
export const postsProjection: Projection<Event> = {
  name: 'posts',
  version: 11,
  events: { ...postEvents, ...personEvents, ...visibilityEvents },
  fold(event, workspace) {
    if (isPersonEvent(event)) {
      const { username: name, avatar } = event.data;
      updateSignatures(workspace, idOf(event), { name, avatar });
      return;
    }
    if (isVisibilityEvent(event)) {
      moderatePosts(event, workspace);
      return;
    }
    if (event.type === 'PostPublished') {
      publish(event, workspace);
      return;
    }
    const post = findPost(workspace, idOf(event));
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
  addWriter(workspace, actor, score);
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
      if (post.excerptOf !== undefined) workspace.remove(placeOf(posts, post), contentOf(post.id));
      const revised = revisedPost(post, event.data);
      for (const tag of post.tags ?? []) workspace.unindex(taggedWith(tag), post.id);
      if (!revised.hidden) indexTags(workspace, revised, score);
      putWritten(workspace, revised);
      return;
    }
    case 'PostLiked':
      putPost(workspace, { ...post, likeCount: post.likeCount + 1 });
      workspace.index(likesOf(post.id), actor, score);
      return;
    case 'PostUnliked':
      putPost(workspace, { ...post, likeCount: post.likeCount - 1 });
      workspace.unindex(likesOf(post.id), actor);
      return;
    case 'CommentAdded': {
      const comment = newComment(event.data, signatureOf(actor, personOf(workspace, actor), at));
      addWriter(workspace, actor, score);
      putPost(workspace, { ...post, ...addComment(workspace, post, comment, score) });
      return;
    }
    case 'CommentDeleted': {
      const deleted = { commentId: event.data.commentId, authorId: actor };
      const key = commentKey(post.id, deleted.commentId);
      workspace.dropIndex(likesOfComment(key));
      if (forgetHidden(workspace, post.id, deleted.commentId)) {
        putPost(workspace, post);
        return;
      }
      unlistIfSilent(workspace, actor, new Set([key]));
      putPost(workspace, { ...post, ...removeComment(workspace, post, deleted) });
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
      for (const tag of post.tags ?? []) workspace.unindex(taggedWith(tag), post.id);
      workspace.remove(published, post.id);
      for (const key of dropComments(workspace, post.id)) workspace.dropIndex(likesOfComment(key));
      workspace.dropIndex(likesOf(post.id));
      workspace.unindex(feed, post.id);
      workspace.unindex(writtenBy(post.authorId), post.id);
      workspace.unindex(hiddenBy(post.authorId), post.id);
      removeWritten(workspace, post);
      return;
    }
  }
}

/** Call it before the posts and comments are removed from the indexes of those who wrote them. */
function unlistIfSilent(workspace: Workspace, uid: string, removed: ReadonlySet<string>): void {
  const limit = removed.size + 1;
  const written = [writtenBy(uid), commentedBy(uid)].flatMap((index) =>
    workspace.range(index, { direction: 'descending', limit }),
  );
  if (written.every(({ member }) => removed.has(member))) removeWriter(workspace, uid);
}

/** Counts a like, also in the copy that the post embeds. */
function likeComment(workspace: Workspace, post: PostDocument, key: string, change: 1 | -1): void {
  const comment = workspace.get<Comment>(comments, key);
  const liked = comment && { ...comment, likeCount: (comment.likeCount ?? 0) + change };
  if (liked) workspace.put(comments, key, liked);
  const shown = post.comments.map((embedded) => (embedded.id === liked?.id ? liked : embedded));
  putPost(workspace, { ...post, comments: shown });
}

function updateSignatures(workspace: Workspace, uid: string, person: Person): void {
  const before = personOf(workspace, uid);
  if (before.name === person.name && before.avatar === person.avatar) return;
  workspace.put(people, uid, person);
  renameWriter(workspace, uid, before, person);
  const author = { uid, ...person };
  const written = [writtenBy(uid), hiddenBy(uid)].flatMap((index) => workspace.range(index));
  const ids = written.map(({ member }) => member);
  for (const id of new Set([...ids, ...commentedDocuments(workspace, uid)])) {
    const post = findPost(workspace, id);
    if (post) putPost(workspace, withSignatures(post, author));
  }
  signComments(workspace, author);
}
