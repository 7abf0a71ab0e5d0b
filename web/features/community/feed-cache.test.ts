import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import type { Comment, Post } from '../../../server/contracts/community.ts';
import type { LiveMessage } from '../../../server/contracts/live.ts';
import {
  type Feed,
  foldFeed,
  mostWaiting,
  readFromTop,
  withNextPage,
  withOwnPost,
  withoutPost,
  withWaitingShown,
} from './feed-cache.ts';

const at = (minute: number) => new Date(Date.UTC(2026, 9, 1, 18, minute)).toISOString();

const post = (n: number, change: Partial<Post> = {}): Post => ({
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

const comment = (n: number, change: Partial<Comment> = {}): Comment => ({
  id: `comment-${n}`,
  text: `Comment ${n}`,
  authorId: 'sam',
  authorName: 'Sam',
  createdAt: at(n),
  ...change,
});

const feedOf = (posts: Post[], position: string, former?: Feed, nextCursor: string | null = null): Feed =>
  readFromTop({ items: posts.map((item) => ({ post: item, position })), nextCursor, position }, former);

const ids = (posts: Feed['posts']) => posts.map((cached) => cached.post.id);

/** What a server would have: the messages of a history, each one position further, and the feed after each of them. */
type Step = {
  kind: 'publish' | 'revise' | 'delete' | 'like' | 'liked' | 'comment' | 'uncomment' | 'rename';
  pick: number;
};
const steps = fc.array(
  fc.record({
    kind: fc.constantFrom<Step['kind'][]>(
      'publish',
      'revise',
      'delete',
      'like',
      'liked',
      'comment',
      'comment',
      'uncomment',
      'rename',
    ),
    pick: fc.nat(),
  }),
  { maxLength: 20 },
);

/** What people are called at some time and how they look, by uid. */
type Called = Readonly<Record<string, { name: string; avatar: string | null }>>;

const signed = (uid: string, called: Called) => {
  const { name, avatar = null } = called[uid] ?? {};
  return name === undefined ? {} : { authorName: name, ...(avatar !== null && { authorAvatar: avatar }) };
};

function messageOf({ kind, pick }: Step, n: number, feed: Post[], called: Called): LiveMessage | undefined {
  const position = String(n);
  if (kind === 'publish') return { kind: 'post.published', position, post: post(n, signed('eleni', called)) };
  if (kind === 'rename') {
    const avatar = pick % 3 === 0 ? null : `/api/avatars/${n}.webp`;
    return { kind: 'person.changed', position, uid: pick % 2 === 0 ? 'eleni' : 'sam', name: `Renamed ${n}`, avatar };
  }
  const chosen = feed[pick % Math.max(1, feed.length)];
  if (!chosen) return;
  const postId = chosen.id;
  switch (kind) {
    case 'revise':
      return { kind: 'post.revised', position, post: { ...chosen, title: `Revised ${n}`, likeCount: 99 } };
    case 'delete':
      return { kind: 'post.deleted', position, postId };
    case 'like':
      return { kind: 'post.likes', position, postId, likeCount: chosen.likeCount + 1 };
    case 'liked':
      return { kind: 'post.liked', position, postId, liked: !chosen.likedByMe };
    case 'comment': {
      const commentCount = chosen.commentCount + 1;
      return { kind: 'comment.added', position, postId, comment: comment(n, signed('sam', called)), commentCount };
    }
    case 'uncomment': {
      const gone = chosen.comments[pick % Math.max(1, chosen.comments.length)];
      if (!gone) return;
      return { kind: 'comment.deleted', position, postId, commentId: gone.id, commentCount: chosen.commentCount - 1 };
    }
  }
}

/** The server's own fold, as plain as can be: the newest post first, each message applied once and in order. */
function after(feed: Post[], message: LiveMessage): Post[] {
  const change = (postId: string, to: (item: Post) => Post) => feed.map((p) => (p.id === postId ? to(p) : p));
  switch (message.kind) {
    case 'post.published':
      return [message.post, ...feed];
    case 'post.deleted':
      return feed.filter(({ id }) => id !== message.postId);
    case 'post.revised':
      return change(message.post.id, (p) => ({ ...p, title: message.post.title }));
    case 'post.likes':
      return change(message.postId, (p) => ({ ...p, likeCount: message.likeCount }));
    case 'post.liked':
      return change(message.postId, (p) => ({ ...p, likedByMe: message.liked }));
    case 'comment.added':
      return change(message.postId, (p) => ({
        ...p,
        comments: [...p.comments, message.comment],
        commentCount: message.commentCount,
      }));
    case 'comment.deleted':
      return change(message.postId, (p) => ({
        ...p,
        comments: p.comments.filter(({ id }) => id !== message.commentId),
        commentCount: message.commentCount,
      }));
    case 'person.changed': {
      const renamed = <T extends Post | Comment>(written: T): T =>
        written.authorId === message.uid
          ? { ...written, authorName: message.name, authorAvatar: message.avatar ?? undefined }
          : written;
      return feed.map((p) => ({ ...renamed(p), comments: p.comments.map(renamed) }));
    }
    default:
      return feed;
  }
}

function played(history: Step[]): { states: Post[][]; messages: LiveMessage[] } {
  const states: Post[][] = [[]];
  const messages: LiveMessage[] = [];
  let called: Called = {};
  for (const step of history) {
    const before = states.at(-1) ?? [];
    const message = messageOf(step, messages.length + 1, before, called);
    if (!message) continue;
    if (message.kind === 'person.changed') called = { ...called, [message.uid]: message };
    messages.push(message);
    states.push(after(before, message));
  }
  return { states, messages };
}

const scenario = steps.map(played).chain(({ states, messages }) =>
  fc.record({
    states: fc.constant(states),
    messages: fc.constant(messages),
    published: fc.constant(messages.filter(({ kind }) => kind === 'post.published')),
    readAt: fc.nat(messages.length),
    readAgainAt: fc.nat(messages.length),
    answerAfter: fc.nat(messages.length),
    shuffled: fc
      .tuple(fc.shuffledSubarray(messages, { minLength: messages.length }), fc.shuffledSubarray(messages))
      .map((all) => all.flat()),
  }),
);

const folded = (start: Feed, messages: readonly LiveMessage[]) =>
  messages.reduce((feed, message) => foldFeed(feed, message), start);

const everything = (feed: Feed) => withWaitingShown(feed).posts.map((cached) => cached.post);

describe('folding live messages into the cached feed', () => {
  test('any order and any repetition ends in what the server has, once the posts are known', () => {
    fc.assert(
      fc.property(scenario, ({ states, published, readAt, shuffled }) => {
        const start = feedOf(states[readAt] ?? [], String(readAt));
        expect(everything(folded(start, [...published, ...shuffled]))).toEqual(states.at(-1));
      }),
    );
  });

  test('a fresh read and the messages about later positions mix in any order', () => {
    fc.assert(
      fc.property(scenario, ({ states, messages, readAt, readAgainAt, answerAfter }) => {
        const start = feedOf(states[readAt] ?? [], String(readAt));
        const meanwhile = folded(start, messages.slice(0, answerAfter));
        const again = feedOf(states[readAgainAt] ?? [], String(readAgainAt), meanwhile);
        expect(everything(folded(again, messages.slice(answerAfter)))).toEqual(states.at(-1));
      }),
    );
  });

  test('a message that tells nothing new gives the same feed back, so that nothing is drawn again', () => {
    const start = feedOf([post(1)], '10');
    const likes: LiveMessage = { kind: 'post.likes', position: '11', postId: 'post-1', likeCount: 3 };
    const once = foldFeed(start, likes);
    expect(foldFeed(once, likes)).toBe(once);
    expect(foldFeed(start, { ...likes, position: '10' })).toBe(start);
    expect(foldFeed(start, { ...likes, postId: 'post-9' })).toBe(start);
  });

  test('a new name and picture are on all that somebody wrote, and nobody else is drawn again', () => {
    const hers = post(1, { comments: [comment(7)] });
    const start = feedOf([post(2, { authorId: 'tom', authorName: 'Tom' }), hers], '10');
    const person = { kind: 'person.changed', position: '11', uid: 'sam', name: 'Samuel', avatar: '/sam.webp' } as const;
    const next = foldFeed(start, person);
    expect(next.posts[0]).toBe(start.posts[0]);
    expect(next.posts[1]?.post).toEqual({
      ...hers,
      comments: [comment(7, { authorName: 'Samuel', authorAvatar: '/sam.webp' })],
    });
    const without = foldFeed(next, { ...person, position: '12', avatar: null });
    expect(without.posts[1]?.post.comments[0]?.authorAvatar).toBeUndefined();
    expect(foldFeed(start, { ...person, position: '10' })).toBe(start);
  });

  test('a change of one post leaves the other posts the same, so that they are not drawn again', () => {
    const start = feedOf([post(2), post(1)], '10');
    const next = foldFeed(start, { kind: 'post.likes', position: '11', postId: 'post-1', likeCount: 3 });
    expect(next.posts[0]).toBe(start.posts[0]);
    expect(next.posts[1]).not.toBe(start.posts[1]);
  });

  test('marks what others did, for a while', () => {
    const start = feedOf([post(1)], '10');
    const likes: LiveMessage = { kind: 'post.likes', position: '11', postId: 'post-1', likeCount: 3 };
    expect(foldFeed(start, likes).posts[0]?.news).toEqual({});
    const liked = foldFeed(start, likes, 5_000);
    expect(liked.posts[0]?.news).toEqual({ likes: 5_000 });
    const added: LiveMessage = {
      kind: 'comment.added',
      position: '12',
      postId: 'post-1',
      comment: comment(7),
      commentCount: 1,
    };
    expect(foldFeed(liked, added, 9_000).posts[0]?.news).toEqual({ 'comment-7': 9_000 });
  });
});

describe('new posts', () => {
  const published = (n: number, position: string): LiveMessage => ({ kind: 'post.published', position, post: post(n) });

  test('wait above a feed that is shown, newest first, and take their place when asked for', () => {
    const feed = folded(feedOf([post(1)], '10'), [published(2, '11'), published(3, '12')]);
    expect(ids(feed.posts)).toEqual(['post-1']);
    expect(ids(feed.waiting)).toEqual(['post-3', 'post-2']);
    expect(ids(withWaitingShown(feed).posts)).toEqual(['post-3', 'post-2', 'post-1']);
  });

  test('are shown at once where nothing is shown yet', () => {
    expect(ids(foldFeed(feedOf([], '10'), published(1, '11')).posts)).toEqual(['post-1']);
  });

  test('wait too when a fresh read finds them', () => {
    const feed = feedOf([post(3), post(2), post(1)], '12', feedOf([post(1)], '10'));
    expect(ids(feed.posts)).toEqual(['post-1']);
    expect(ids(feed.waiting)).toEqual(['post-3', 'post-2']);
  });

  test('replace a feed that shares nothing with what is there now', () => {
    const feed = feedOf([post(9), post(8)], '12', feedOf([post(1)], '10'));
    expect(ids(feed.posts)).toEqual(['post-9', 'post-8']);
    expect(feed.waiting).toEqual([]);
  });

  test('of the reader himself are shown at once, whether the live message came before or comes after', () => {
    const before = withOwnPost(foldFeed(feedOf([post(1)], '10'), published(2, '11')), post(2), '11');
    const afterwards = foldFeed(withOwnPost(feedOf([post(1)], '10'), post(2), '11'), published(2, '11'));
    for (const feed of [before, afterwards]) {
      expect(ids(feed.posts)).toEqual(['post-2', 'post-1']);
      expect(feed.waiting).toEqual([]);
    }
  });

  test('do not pile up without end', () => {
    const many = Array.from({ length: mostWaiting + 10 }, (_, i) => published(i + 2, String(i + 11)));
    expect(folded(feedOf([post(1)], '10'), many).waiting).toHaveLength(mostWaiting);
  });
});

describe('pages', () => {
  test('follow each other; one that was asked for twice is taken once', () => {
    const first = feedOf([post(3)], '10', undefined, 'next');
    const second = withNextPage(first, { items: [post(2), post(3)], nextCursor: 'last' }, '11', 'next');
    expect(ids(second.posts)).toEqual(['post-3', 'post-2']);
    expect(withNextPage(second, { items: [post(1)], nextCursor: null }, '11', 'next')).toBe(second);
  });

  test('do not bring a deleted post back', () => {
    const first = withoutPost(feedOf([post(3)], '10', undefined, 'next'), 'post-2', '12');
    const page = { items: [post(2), post(1)], nextCursor: null };
    expect(ids(withNextPage(first, page, '11', 'next').posts)).toEqual(['post-3', 'post-1']);
  });
});
