import { toExcerpt } from '../../contracts/excerpt.ts';
import { assertCommentAuthor, likeChange, newComment } from '../comments.ts';
import type { EventWithMetadata } from '../event-with-metadata.ts';
import { line, text } from '../text.ts';
import { withTidyAlt } from '../uploaded-picture.ts';
import { type PostBody, type PostEvent, postCategory } from './events.ts';
import { postRefusals } from './refusals.ts';
import { postEvents } from './upcast.ts';

export type PostCommand =
  | { type: 'PublishPost'; title: string; body: PostBody }
  | { type: 'RevisePost'; actor: string; title: string; body: PostBody }
  | { type: 'DeletePost'; actor: string }
  /** Without `liked`, toggles the like. */
  | { type: 'Like'; actor: string; liked?: boolean | undefined }
  | { type: 'AddComment'; commentId: string; text: string }
  | { type: 'DeleteComment'; actor: string; commentId: string };

/** The state that decisions need. `evolve` owns the given state and mutates it. */
export type PostState =
  | { status: 'new' }
  | {
      status: 'published';
      authorId: string;
      publishedAt: string;
      title: string;
      body: PostBody;
      likes: Set<string>;
      /** Author by comment id. */
      comments: Map<string, string>;
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

function normalizedBody(body: PostBody): PostBody {
  const content = text(body.content);
  if (body.type !== 'image' || !body.photos) return { ...body, content };
  return { ...body, content, photos: body.photos.map(withTidyAlt) };
}

/** A revision without changes records no event. Compares the bodies as they would be recorded. */
const isUnchanged = (state: Published, title: string, body: PostBody): boolean =>
  state.title === title && JSON.stringify(state.body) === JSON.stringify(body);

/** Refuses the excerpt of long content: an author who edits what the feed showed would lose the rest unknowingly. */
const notExcerpt = (body: PostBody, current: PostBody): PostBody => {
  const excerpt = toExcerpt(current);
  if (excerpt.excerptOf !== undefined && body.content === text(excerpt.content)) throw postRefusals.contentCut();
  return body;
};

function decide(command: PostCommand, state: PostState): PostEvent[] {
  switch (command.type) {
    case 'PublishPost':
      if (state.status !== 'new') throw postRefusals.idInUse();
      return [
        { type: 'PostPublished', data: { title: validTitle(command.title), body: normalizedBody(command.body) } },
      ];
    case 'RevisePost': {
      const post = ownedBy(command.actor, published(state));
      const title = validTitle(command.title);
      const body = notExcerpt(normalizedBody(command.body), post.body);
      return isUnchanged(post, title, body) ? [] : [{ type: 'PostRevised', data: { title, body } }];
    }
    case 'DeletePost':
      ownedBy(command.actor, published(state));
      return [{ type: 'PostDeleted', data: {} }];
    case 'Like': {
      const liked = likeChange(published(state).likes, command.actor, command.liked);
      return liked === undefined ? [] : [{ type: liked ? 'PostLiked' : 'PostUnliked', data: {} }];
    }
    case 'AddComment':
      return [{ type: 'CommentAdded', data: newComment(published(state).comments, command) }];
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
      likes: new Set(),
      comments: new Map(),
    };
  }
  if (state.status !== 'published') return state;
  switch (event.type) {
    case 'PostRevised':
      state.title = event.data.title;
      state.body = event.data.body;
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
      return state;
    case 'CommentDeleted':
      state.comments.delete(event.data.commentId);
      return state;
  }
}

export const post = {
  category: postCategory,
  events: postEvents,
  initial: (): PostState => ({ status: 'new' }),
  decide,
  evolve,
  weight: (state: PostState): number => (state.status === 'published' ? state.likes.size + state.comments.size : 0),
};
