/** What three people may do with posts, each thing where it is possible then. */
import fc from 'fast-check';
import type { Happened } from './applied-batches.ts';

const people = ['mia', 'ben', 'zoe'];

interface Living {
  readonly stream: string;
  readonly likedBy: Set<string>;
  readonly comments: string[];
  /** Including those that were deleted. */
  commentsEver: number;
}

/** A post is read with its newest 20 comments: with fewer than that, what is read is all that there is. */
const maxComments = 19;

const steps = fc.array(
  fc.record({
    kind: fc.constantFrom(
      ...['publish', 'publish', 'publish', 'revise', 'revise', 'delete', 'like', 'like', 'like', 'like'],
      ...['comment', 'comment', 'comment', 'comment', 'comment', 'uncomment', 'uncomment', 'rename'],
    ),
    who: fc.constantFrom(...people),
    pick: fc.nat(),
  }),
  { minLength: 5, maxLength: 40, size: 'max' },
);

export const feedHistory = steps.map((taken): Happened[] => {
  const posts: Living[] = [];
  return [
    ...people.map((uid): Happened => [`profile-${uid}`, 'ProfileCreated', { username: uid, avatar: null }, uid]),
    ...taken.flatMap(({ kind, who, pick }, n) => happenedBy(who, kind, pick, n, posts) ?? []),
  ];
});

function happenedBy(who: string, kind: string, pick: number, n: number, posts: Living[]): [Happened] | undefined {
  // One of two is longer than an excerpt.
  const body = { type: 'text', content: n % 2 === 0 ? '' : `${n} `.repeat(600) };
  if (kind === 'publish') {
    const stream = `post-${n}`;
    posts.push({ stream, likedBy: new Set(), comments: [], commentsEver: 0 });
    return [[stream, 'PostPublished', { title: `Post ${n}`, body }, who]];
  }
  if (kind === 'rename') {
    const avatar = pick % 3 === 0 ? null : `/api/avatars/${n}.webp`;
    return [[`profile-${who}`, 'ProfileRevised', { username: `${who} ${n}`, avatar }, who]];
  }
  const at = pick % Math.max(1, posts.length);
  const post = posts[at];
  if (!post) return undefined;
  const { stream, likedBy, comments } = post;
  switch (kind) {
    case 'revise':
      return [[stream, 'PostRevised', { title: `Revised ${n}`, body }, who]];
    case 'delete':
      posts.splice(at, 1);
      return [[stream, 'PostDeleted', {}, who]];
    case 'like': {
      const isUnliked = likedBy.delete(who);
      if (!isUnliked) likedBy.add(who);
      return [[stream, isUnliked ? 'PostUnliked' : 'PostLiked', {}, who]];
    }
    case 'comment':
      if (post.commentsEver++ >= maxComments) return undefined;
      comments.push(`comment-${n}`);
      return [[stream, 'CommentAdded', { commentId: `comment-${n}`, text: `Comment ${n}` }, who]];
    case 'uncomment': {
      const [commentId] = comments.splice(pick % Math.max(1, comments.length), 1);
      return commentId === undefined ? undefined : [[stream, 'CommentDeleted', { commentId }, who]];
    }
    default:
      throw new Error(`No such step: ${kind}`);
  }
}
