import { toExcerpt } from '../../contracts/excerpt.ts';
import { assertCommentAuthor, commentRefusals, likeChange, newComment, type WrittenComment } from '../comments.ts';
import type { EventWithMetadata } from '../event-with-metadata.ts';
import { type Mention, mentionsOf } from '../mentions.ts';
import { line, text } from '../text.ts';
import { withKnownSource, withTidyAlt } from '../uploaded-picture.ts';
import { type PostBody, type PostEvent, type PostText, postCategory } from './events.ts';
import { postRefusals } from './refusals.ts';
import { postEvents } from './upcast.ts';

export type PostCommand =
  | ({ type: 'PublishPost' } & PostText)
  | ({ type: 'RevisePost'; actor: string } & PostText)
  | { type: 'DeletePost'; actor: string }
  /** Without `liked`, toggles the like. */
  | { type: 'Like'; actor: string; liked?: boolean | undefined }
  | ({ type: 'AddComment'; replyTo?: string | undefined } & WrittenComment)
  | { type: 'DeleteComment'; actor: string; commentId: string }
  /** Without `liked`, toggles the like. */
  | { type: 'LikeComment'; actor: string; commentId: string; liked?: boolean | undefined };

/** The state that decisions need. `evolve` owns the given state and mutates it. */
export type PostState =
  | { status: 'new' }
  | {
      status: 'published';
      authorId: string;
      publishedAt: string;
      title: string;
      body: PostBody;
      mentions: Mention[];
      likes: Set<string>;
      /** Author by comment id. */
      comments: Map<string, string>;
      deletedComments: Set<string>;
      /** By the id of a reply, the comment to which it replies. */
      replies: Map<string, string>;
      /** The users who like a comment by its id, of those that anybody has liked. */
      commentLikes: Map<string, Set<string>>;
      commentLikeCount: number;
    }
  | { status: 'deleted' };

type Published = Extract<PostState, { status: 'published' }>;

const published = (state: PostState): Published => {
  if (state.status !== 'published') throw postRefusals.notFound();
  return state;
};

const ownedBy = (actor: string, state: Published): Published => {
  if (state.authorId !== actor) throw postRefusals.notTheAuthor();
  return state;
};

const validTitle = (title: string): string => {
  const normalized = line(title);
  if (normalized === '') throw postRefusals.titleRequired();
  return normalized;
};

/** @param before the body that it replaces */
function normalizedBody(body: PostBody, before?: PostBody): PostBody {
  const content = text(body.content);
  if (body.type !== 'image' || !body.photos) return { ...body, content };
  const known = before?.type === 'image' ? (before.photos ?? []) : [];
  return { ...body, content, photos: body.photos.map((photo) => withKnownSource(withTidyAlt(photo), known)) };
}

/** A revision without changes records no event. Compares the texts as they would be recorded. */
const isUnchanged = (state: Published, { title, body, mentions = [] }: PostText): boolean =>
  state.title === title && JSON.stringify([state.body, state.mentions]) === JSON.stringify([body, mentions]);

const existing = (commentId: string, { comments }: Published): string => {
  if (!comments.has(commentId)) throw commentRefusals.notFound();
  return commentId;
};

/** Replies are one level deep: a reply to a reply joins its comment. */
const threadOf = (commentId: string, post: Published): string =>
  post.replies.get(existing(commentId, post)) ?? commentId;

/** Refuses the excerpt of long content: an author who edits what the feed showed would lose the rest unknowingly. */
const notExcerpt = (body: PostBody, current: PostBody): PostBody => {
  const excerpt = toExcerpt(current);
  if (excerpt.excerptOf !== undefined && body.content === text(excerpt.content)) throw postRefusals.contentCut();
  return body;
};

function decide(command: PostCommand, state: PostState): PostEvent[] {
  switch (command.type) {
    case 'PublishPost': {
      if (state.status !== 'new') throw postRefusals.idInUse();
      const body = normalizedBody(command.body);
      const mentions = mentionsOf(body.content, command.mentions);
      return [{ type: 'PostPublished', data: { title: validTitle(command.title), body, ...mentions } }];
    }
    case 'RevisePost': {
      const post = ownedBy(command.actor, published(state));
      const title = validTitle(command.title);
      const body = notExcerpt(normalizedBody(command.body, post.body), post.body);
      const revised = { title, body, ...mentionsOf(body.content, command.mentions) };
      return isUnchanged(post, revised) ? [] : [{ type: 'PostRevised', data: revised }];
    }
    case 'DeletePost':
      ownedBy(command.actor, published(state));
      return [{ type: 'PostDeleted', data: {} }];
    case 'Like': {
      const liked = likeChange(published(state).likes, command.actor, command.liked);
      return liked === undefined ? [] : [{ type: liked ? 'PostLiked' : 'PostUnliked', data: {} }];
    }
    case 'AddComment': {
      const post = published(state);
      const { replyTo } = command;
      const added = newComment(post, command);
      const thread = replyTo !== undefined && { replyTo: threadOf(replyTo, post) };
      return [{ type: 'CommentAdded', data: { ...added, ...thread } }];
    }
    case 'LikeComment': {
      const post = published(state);
      const commentId = existing(command.commentId, post);
      const liked = likeChange(post.commentLikes.get(commentId) ?? new Set(), command.actor, command.liked);
      return liked === undefined ? [] : [{ type: liked ? 'CommentLiked' : 'CommentUnliked', data: { commentId } }];
    }
    case 'DeleteComment': {
      const { commentId } = command;
      assertCommentAuthor(published(state).comments, commentId, command.actor);
      return [{ type: 'CommentDeleted', data: { commentId } }];
    }
  }
}

function evolve(state: PostState, event: EventWithMetadata<PostEvent>): PostState {
  if (event.type === 'PostPublished') {
    return {
      status: 'published',
      authorId: event.meta.actor,
      publishedAt: event.meta.at,
      title: event.data.title,
      body: event.data.body,
      mentions: event.data.mentions ?? [],
      likes: new Set(),
      comments: new Map(),
      deletedComments: new Set(),
      replies: new Map(),
      commentLikes: new Map(),
      commentLikeCount: 0,
    };
  }
  if (state.status !== 'published') return state;
  switch (event.type) {
    case 'PostRevised':
      state.title = event.data.title;
      state.body = event.data.body;
      state.mentions = event.data.mentions ?? [];
      return state;
    case 'PostDeleted':
      return { status: 'deleted' };
    case 'PostLiked':
      state.likes.add(event.meta.actor);
      return state;
    case 'PostUnliked':
      state.likes.delete(event.meta.actor);
      return state;
    case 'CommentAdded':
      state.comments.set(event.data.commentId, event.meta.actor);
      if (event.data.replyTo !== undefined) state.replies.set(event.data.commentId, event.data.replyTo);
      return state;
    case 'CommentDeleted':
      state.comments.delete(event.data.commentId);
      state.deletedComments.add(event.data.commentId);
      state.replies.delete(event.data.commentId);
      state.commentLikeCount -= state.commentLikes.get(event.data.commentId)?.size ?? 0;
      state.commentLikes.delete(event.data.commentId);
      return state;
    case 'CommentLiked': {
      const likes = state.commentLikes.get(event.data.commentId) ?? new Set();
      if (likes.has(event.meta.actor)) return state;
      state.commentLikes.set(event.data.commentId, likes.add(event.meta.actor));
      state.commentLikeCount++;
      return state;
    }
    case 'CommentUnliked':
      if (state.commentLikes.get(event.data.commentId)?.delete(event.meta.actor)) state.commentLikeCount--;
      return state;
  }
}

export const post = {
  category: postCategory,
  events: postEvents,
  initial: (): PostState => ({ status: 'new' }),
  decide,
  evolve,
  weight: (state: PostState): number =>
    state.status === 'published'
      ? state.likes.size + state.comments.size + state.deletedComments.size + state.commentLikeCount
      : 0,
};
