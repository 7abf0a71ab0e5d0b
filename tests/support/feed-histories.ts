/** Random changes of posts by three users. Steps that are not possible are skipped. */
import fc from 'fast-check';
import type { GivenEvent } from './applied-batches.ts';

const people = ['mia', 'ben', 'zoe'];

interface LivePost {
  readonly stream: string;
  readonly likedBy: Set<string>;
  readonly comments: string[];
  /** Number of comments ever added, including deleted ones. */
  commentsAdded: number;
}

/** Fewer than the 20 comments that a read post includes, so that it always includes all of them. */
const maxComments = 19;

const steps = fc.array(
  fc.record({
    kind: fc.constantFrom(
      ...['publish', 'publish', 'publish', 'revise', 'revise', 'delete', 'like', 'like', 'like', 'like'],
      ...['comment', 'comment', 'comment', 'comment', 'comment', 'uncomment', 'uncomment', 'rename'],
    ),
    actor: fc.constantFrom(...people),
    pick: fc.nat(),
  }),
  { minLength: 5, maxLength: 40, size: 'max' },
);

export const feedHistory = steps.map((sequence): GivenEvent[] => {
  const posts: LivePost[] = [];
  return [
    ...people.map((uid): GivenEvent => [`profile-${uid}`, 'ProfileCreated', { username: uid, avatar: null }, uid]),
    ...sequence.flatMap(({ kind, actor, pick }, n) => eventsBy(actor, kind, pick, n, posts) ?? []),
  ];
});

function eventsBy(actor: string, kind: string, pick: number, n: number, posts: LivePost[]): [GivenEvent] | undefined {
  // Every other post is longer than an excerpt.
  const body = { type: 'text', content: n % 2 === 0 ? '' : `${n} `.repeat(600) };
  if (kind === 'publish') {
    const stream = `post-${n}`;
    posts.push({ stream, likedBy: new Set(), comments: [], commentsAdded: 0 });
    return [[stream, 'PostPublished', { title: `Post ${n}`, body }, actor]];
  }
  if (kind === 'rename') {
    const avatar = pick % 3 === 0 ? null : `/api/avatars/${n}.webp`;
    return [[`profile-${actor}`, 'ProfileRevised', { username: `${actor} ${n}`, avatar }, actor]];
  }
  const at = pick % Math.max(1, posts.length);
  const post = posts[at];
  if (!post) return undefined;
  const { stream, likedBy, comments } = post;
  switch (kind) {
    case 'revise':
      return [[stream, 'PostRevised', { title: `Revised ${n}`, body }, actor]];
    case 'delete':
      posts.splice(at, 1);
      return [[stream, 'PostDeleted', {}, actor]];
    case 'like': {
      const isUnliked = likedBy.delete(actor);
      if (!isUnliked) likedBy.add(actor);
      return [[stream, isUnliked ? 'PostUnliked' : 'PostLiked', {}, actor]];
    }
    case 'comment':
      if (post.commentsAdded++ >= maxComments) return undefined;
      comments.push(`comment-${n}`);
      return [[stream, 'CommentAdded', { commentId: `comment-${n}`, text: `Comment ${n}` }, actor]];
    case 'uncomment': {
      const [commentId] = comments.splice(pick % Math.max(1, comments.length), 1);
      return commentId === undefined ? undefined : [[stream, 'CommentDeleted', { commentId }, actor]];
    }
    default:
      throw new Error(`No such step: ${kind}`);
  }
}
