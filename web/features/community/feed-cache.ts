import type { FeedPost } from '../../../server/core/contracts/community.ts';
import type { LiveMessage } from '../../../server/core/contracts/live.ts';
import { positionAtLeast } from '../../lib/api-client.ts';
import {
  type LiveList,
  type Page,
  type Reading,
  withEach,
  withNextPage,
  withOwn,
  without,
  withPublished,
  withReading,
} from '../../lib/live-list.ts';
import { type CachedPost, foldPost, freshPost, type People, withPeople } from './post-cache.ts';

/** The feed as the server has confirmed it, as far as it was read. */
export interface Feed extends LiveList<CachedPost> {
  /** Who has another name or picture since, so that a late message does not bring the old one back. */
  readonly people: People;
}

const renewed = ({ item, versions }: CachedPost, known: CachedPost): CachedPost =>
  freshPost(item, versions.base, known);

export function readFromTop(reading: Reading<CachedPost>, former?: Feed): Feed {
  const list = withReading(reading, renewed, former);
  const people = Object.fromEntries(
    Object.entries(former?.people ?? {}).filter(([, told]) => !positionAtLeast(list.position, told.position)),
  );
  return named({ ...list, people });
}

export const withNextPosts = (feed: Feed, page: Page<CachedPost>, cursor: string): Feed =>
  named(withNextPage(feed, page, cursor));

export const withOwnPost = (feed: Feed, post: FeedPost, position: string): Feed =>
  withOwn(feed, freshPost(post, position));

export const withPost = (feed: Feed, postId: string, change: (cached: CachedPost) => CachedPost): Feed =>
  withEach(feed, (cached) => (cached.item.id === postId ? change(cached) : cached));

const named = (feed: Feed): Feed =>
  Object.keys(feed.people).length === 0 ? feed : withEach(feed, (cached) => withPeople(cached, feed.people));

type PersonMessage = Extract<LiveMessage, { kind: 'person.changed' }>;

function withPerson(feed: Feed, { uid, name, avatar, position }: PersonMessage): Feed {
  if (positionAtLeast(feed.people[uid]?.position ?? feed.position, position)) return feed;
  return { ...feed, people: { ...feed.people, [uid]: { name, avatar, position } } };
}

/** Takes a live message in; the same feed comes back when it tells nothing new. `newsAt` as in `foldPost`. */
export const foldFeed = (feed: Feed, message: LiveMessage, newsAt?: number): Feed =>
  named(folded(feed, message, newsAt));

function folded(feed: Feed, message: LiveMessage, newsAt?: number): Feed {
  switch (message.kind) {
    case 'post.published':
      return withPublished(feed, freshPost(message.post, message.position));
    case 'post.deleted':
      return without(feed, message.postId, message.position);
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
