/** Random changes of posts by three users. Steps that are not possible are skipped. */
import fc from 'fast-check';
import type { GivenEvent } from './applied-batches.ts';

const people = ['mia', 'ben', 'zoe'];

interface LiveComment {
  readonly id: string;
  readonly likedBy: Set<string>;
}

interface LivePost {
  readonly stream: string;
  readonly likedBy: Set<string>;
  readonly comments: LiveComment[];
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
      ...['likeComment', 'likeComment', 'likeComment'],
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
      comments.push({ id: `comment-${n}`, likedBy: new Set() });
      return [
        [
          stream,
          'CommentAdded',
          { commentId: `comment-${n}`, text: `Comment ${n}`, ...replyIn(comments, pick) },
          actor,
        ],
      ];
    case 'likeComment': {
      const comment = comments[pick % Math.max(1, comments.length)];
      if (!comment) return undefined;
      const isUnliked = comment.likedBy.delete(actor);
      if (!isUnliked) comment.likedBy.add(actor);
      return [[stream, isUnliked ? 'CommentUnliked' : 'CommentLiked', { commentId: comment.id }, actor]];
    }
    case 'uncomment': {
      const [comment] = comments.splice(pick % Math.max(1, comments.length), 1);
      return comment && [[stream, 'CommentDeleted', { commentId: comment.id }, actor]];
    }
    default:
      throw new Error(`No such step: ${kind}`);
  }
}

/** Every third comment replies to the first one, unless it is the first itself. */
const replyIn = ([first, ...others]: readonly LiveComment[], pick: number) =>
  first && others.length > 0 && pick % 3 === 0 ? { replyTo: first.id } : {};
