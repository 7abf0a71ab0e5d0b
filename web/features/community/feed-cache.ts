import type { Post, PostPage } from '../../../server/contracts/community.ts';
import type { LiveMessage } from '../../../server/contracts/live.ts';
import { positionAtLeast } from '../../lib/api-client.ts';
import { type CachedPost, foldPost, freshPost, type People, withPeople } from './post-cache.ts';

/** The feed as the server has confirmed it, as far as it was read. */
export interface Feed {
  /** On the screen, newest first. */
  readonly posts: readonly CachedPost[];
  /** Published since, newest first: they wait until they are asked for, so that nothing jumps. */
  readonly waiting: readonly CachedPost[];
  readonly nextCursor: string | null;
  /** Log position of the newest read from the top. */
  readonly position: string;
  /** Positions at which posts were deleted, so that a late message does not bring one back. */
  readonly deleted: Readonly<Record<string, string>>;
  /** Who has another name or picture since, so that a late message does not bring the old one back. */
  readonly people: People;
}

/** Posts read from the top of the feed down, each with the position of the answer that it came in. */
export interface Reading {
  items: readonly { post: Post; position: string }[];
  nextCursor: string | null;
  /** Position of the first answer. */
  position: string;
}

/** More posts than this do not wait: who asks for them then gets the feed anew. */
export const mostWaiting = 50;

const idOf = ({ post }: CachedPost): string => post.id;

/** Takes a reading from the top; posts that are new to the screen wait, unless it shared nothing with what was shown. */
export function readFromTop({ items, nextCursor, position }: Reading, former?: Feed): Feed {
  if (former && !positionAtLeast(position, former.position)) return former;
  const deleted = Object.fromEntries(
    Object.entries(former?.deleted ?? {}).filter(([, at]) => !positionAtLeast(position, at)),
  );
  const people = Object.fromEntries(
    Object.entries(former?.people ?? {}).filter(([, told]) => !positionAtLeast(position, told.position)),
  );
  const known = new Map([...(former?.waiting ?? []), ...(former?.posts ?? [])].map((cached) => [idOf(cached), cached]));
  const read = items
    .filter(({ post }) => deleted[post.id] === undefined)
    .map((item) => freshPost(item.post, item.position, known.get(item.post.id)));
  const shown = new Set(former?.posts.map(idOf));
  const waited = new Set(former?.waiting.map(idOf));
  const firstShown = read.findIndex((cached) => shown.has(idOf(cached)));
  const waits = (cached: CachedPost, at: number) =>
    !shown.has(idOf(cached)) && (at < firstShown || waited.has(idOf(cached)));
  const publishedLater = ({ versions }: CachedPost) => !positionAtLeast(position, versions.base);
  const waiting = [...(former?.waiting ?? []).filter(publishedLater), ...(firstShown < 0 ? [] : read.filter(waits))];
  return named({
    posts: [
      ...(former?.posts ?? []).filter(publishedLater),
      ...(firstShown < 0 ? read : read.filter((cached, at) => !waits(cached, at))),
    ],
    waiting: waiting.slice(0, mostWaiting),
    nextCursor,
    position,
    deleted,
    people,
  });
}

/** The next page, read with `cursor`; a page that was asked for twice is taken once. */
export function withNextPage(feed: Feed, page: PostPage, position: string, cursor: string): Feed {
  if (feed.nextCursor !== cursor) return feed;
  const known = new Set([...feed.posts, ...feed.waiting].map(idOf));
  const added = page.items
    .filter(({ id }) => !known.has(id) && feed.deleted[id] === undefined)
    .map((post) => freshPost(post, position));
  return named({ ...feed, posts: [...feed.posts, ...added], nextCursor: page.nextCursor });
}

/** The reader's own new post is shown at once. */
export function withOwnPost(feed: Feed, post: Post, position: string): Feed {
  if (feed.deleted[post.id] !== undefined || feed.posts.some(({ post: { id } }) => id === post.id)) return feed;
  const told = feed.waiting.find(({ post: { id } }) => id === post.id);
  return {
    ...feed,
    waiting: feed.waiting.filter((cached) => cached !== told),
    posts: byAge([told ?? freshPost(post, position), ...feed.posts]),
  };
}

export const withWaitingShown = (feed: Feed): Feed =>
  feed.waiting.length === 0 ? feed : { ...feed, posts: byAge([...feed.waiting, ...feed.posts]), waiting: [] };

const byAge = (posts: CachedPost[]): CachedPost[] =>
  posts.sort((a, b) => Number(b.post.createdAt > a.post.createdAt) - Number(b.post.createdAt < a.post.createdAt));

export function withoutPost(feed: Feed, postId: string, position: string): Feed {
  if (feed.deleted[postId] !== undefined) return feed;
  const others = (posts: readonly CachedPost[]) => posts.filter(({ post }) => post.id !== postId);
  return {
    ...feed,
    posts: others(feed.posts),
    waiting: others(feed.waiting),
    deleted: { ...feed.deleted, [postId]: position },
  };
}

export function withPost(feed: Feed, postId: string, change: (cached: CachedPost) => CachedPost): Feed {
  const changedIn = (posts: readonly CachedPost[]) => {
    const at = posts.findIndex(({ post }) => post.id === postId);
    const before = posts[at];
    const after = before && change(before);
    return after && after !== before ? posts.with(at, after) : posts;
  };
  const posts = changedIn(feed.posts);
  const waiting = changedIn(feed.waiting);
  return posts === feed.posts && waiting === feed.waiting ? feed : { ...feed, posts, waiting };
}

function named(feed: Feed): Feed {
  if (Object.keys(feed.people).length === 0) return feed;
  const namedIn = (posts: readonly CachedPost[]) => {
    const changed = posts.map((cached) => withPeople(cached, feed.people));
    return changed.some((cached, at) => cached !== posts[at]) ? changed : posts;
  };
  const posts = namedIn(feed.posts);
  const waiting = namedIn(feed.waiting);
  return posts === feed.posts && waiting === feed.waiting ? feed : { ...feed, posts, waiting };
}

type PersonMessage = Extract<LiveMessage, { kind: 'person.changed' }>;

function withPerson(feed: Feed, { uid, name, avatar, position }: PersonMessage): Feed {
  if (positionAtLeast(feed.people[uid]?.position ?? feed.position, position)) return feed;
  return { ...feed, people: { ...feed.people, [uid]: { name, avatar, position } } };
}

function withPublished(feed: Feed, post: Post, position: string): Feed {
  const isKnown = [...feed.posts, ...feed.waiting].some((cached) => idOf(cached) === post.id);
  if (isKnown || feed.deleted[post.id] !== undefined || positionAtLeast(feed.position, position)) return feed;
  const published = freshPost(post, position);
  if (feed.posts.length === 0) return { ...feed, posts: [published] };
  const later = feed.waiting.filter(({ versions }) => positionAtLeast(versions.base, position));
  const waiting = [...later, published, ...feed.waiting.slice(later.length)];
  return { ...feed, waiting: waiting.slice(0, mostWaiting) };
}

/** Takes a live message in; the same feed comes back when it tells nothing new. `newsAt` as in `foldPost`. */
export const foldFeed = (feed: Feed, message: LiveMessage, newsAt?: number): Feed =>
  named(folded(feed, message, newsAt));

function folded(feed: Feed, message: LiveMessage, newsAt?: number): Feed {
  switch (message.kind) {
    case 'post.published':
      return withPublished(feed, message.post, message.position);
    case 'post.deleted':
      return withoutPost(feed, message.postId, message.position);
    case 'post.revised':
      return withPost(feed, message.post.id, (cached) => foldPost(cached, message, newsAt));
    case 'post.likes':
    case 'post.liked':
    case 'comment.added':
    case 'comment.deleted':
      return withPost(feed, message.postId, (cached) => foldPost(cached, message, newsAt));
    case 'person.changed':
      return withPerson(feed, message);
    default:
      return feed;
  }
}
