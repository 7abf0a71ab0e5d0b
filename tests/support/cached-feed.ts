/** Posts, comments and a browser's cached feed. */
import type { Comment, FeedPost } from '../../server/core/contracts/community.ts';
import type { LiveMessage } from '../../server/core/contracts/live.ts';
import { type Feed, foldFeed, readFromTop } from '../../web/features/community/feed-cache.ts';
import { freshPost } from '../../web/features/community/post-cache.ts';

const at = (minute: number) => new Date(Date.UTC(2026, 9, 1, 18, minute)).toISOString();

export const post = (n: number, change: Partial<FeedPost> = {}): FeedPost => ({
  id: `post-${n}`,
  title: `Post ${n}`,
  content: '',
  type: 'text',
  authorId: 'eleni',
  authorName: 'Eleni',
  createdAt: at(n),
  likeCount: 0,
  commentCount: 0,
  comments: [],
  olderCommentsCursor: null,
  ...change,
});

export const comment = (n: number, change: Partial<Comment> = {}): Comment => ({
  id: `comment-${n}`,
  text: `Comment ${n}`,
  authorId: 'sam',
  authorName: 'Sam',
  createdAt: at(n),
  ...change,
});

export const feedOf = (posts: FeedPost[], position: string, previous?: Feed): Feed =>
  readFromTop({ entries: posts.map((item) => freshPost(item, position)), nextCursor: null, position }, previous);

export const folded = (start: Feed, messages: readonly LiveMessage[]) =>
  messages.reduce((feed, message) => foldFeed(feed, message), start);
