/** Histories of a feed, as a server has them and a browser is told them. */
import fc from 'fast-check';
import type { Comment, Post } from '../../server/contracts/community.ts';
import type { LiveMessage } from '../../server/contracts/live.ts';
import { comment, post } from './cached-feed.ts';

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

/** A history, and a browser that reads the feed at some time of it, and is told its messages in some order. */
export const scenario = steps.map(played).chain(({ states, messages }) =>
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
