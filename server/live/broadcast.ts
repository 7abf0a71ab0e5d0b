import { performance } from 'node:perf_hooks';
import type { LiveMessage } from '../core/contracts/live.ts';
import { frameOf, type Pending, pendingOf } from './frames.ts';

export interface Listener {
  /** Number of the last message sent to it. */
  lastSent: number;
}

/** All listeners, in the order in which they receive messages. */
export interface Listeners<L> {
  readonly size: number;
  /** A snapshot, never mutated. */
  inOrder(): readonly L[];
}

export interface Broadcast<L> {
  /** Sends messages to all listeners. Later listeners do not receive them: their first read includes them. */
  publish(messages: readonly LiveMessage[]): void;
  /** Sends messages to these listeners only, each after its pending ones. */
  sendTo(listeners: Iterable<L>, messages: readonly LiveMessage[]): void;
  /** Number of the newest message: the `lastSent` of a new listener. */
  readonly newest: number;
  /** Sends all pending messages synchronously. */
  flush(): void;
}

interface Buffered {
  readonly message: LiveMessage;
  readonly frame: Buffer;
  /** A later like count replaces it. */
  superseded: boolean;
}

/** A pass over the listeners that sends each its pending messages. */
interface Pass<L> {
  readonly order: readonly L[];
  at: number;
  /** The newest message at the start of the pass: at its end, all listeners have it. */
  readonly from: number;
}

/**
 * Identifies the post or playlist of a message that contains only a like count. Clients choose ids, so a post and a
 * playlist may have the same one.
 */
function likeCountKey(message: LiveMessage): string | undefined {
  switch (message.kind) {
    case 'post.changed':
      return message.written || message.comments || message.likedComments ? undefined : `post ${message.postId}`;
    case 'playlist.likes':
      return `playlist ${message.playlistId}`;
    default:
      return undefined;
  }
}

/**
 * Merges two like counts into one change from the revision before the earlier one; undefined if another change lies
 * between them. Counts are absolute, so a client that has received the earlier one can apply the result, too.
 */
function mergeLikeCounts(earlier: LiveMessage, later: LiveMessage): LiveMessage | undefined {
  if (!hasLikeCount(earlier) || !hasLikeCount(later) || earlier.kind !== later.kind) return undefined;
  if (earlier.revision !== later.from) return undefined;
  return { ...later, from: earlier.from };
}

const hasLikeCount = (message: LiveMessage) => message.kind === 'post.changed' || message.kind === 'playlist.likes';

/** Maximum time of a turn, in ms, during which the process does nothing else. */
const maxTurnMs = 1;
const sendsPerClockCheck = 8;

/**
 * Sends every message to all listeners in order, in short turns between which the process serves requests.
 *
 * A message that arrives during a pass does not queue behind it: a second pass starts with it from the first listener
 * and alternates with the first pass. A listener gets all its pending messages in one write, which costs as much as one
 * message, and only the last like count of each post or playlist. So more messages mean larger writes, not longer
 * delays.
 */
export function createBroadcast<L extends Listener>(
  listeners: Listeners<L>,
  send: (listener: L, pending: Pending) => void,
): Broadcast<L> {
  /** Messages that some listener may not have yet; the first is number `discardedCount` + 1. */
  let log: Buffered[] = [];
  let discardedCount = 0;
  const likeCounts = new Map<string, Buffered>();
  const pendingSince = new Map<number, Pending>();

  let first: Pass<L> | undefined;
  let second: Pass<L> | undefined;
  let secondIsNext = false;
  let scheduled = false;

  const newest = () => discardedCount + log.length;

  const buffer = (message: LiveMessage) => {
    const key = likeCountKey(message);
    const earlier = key === undefined ? undefined : likeCounts.get(key);
    const merged = earlier && mergeLikeCounts(earlier.message, message);
    if (earlier && merged) earlier.superseded = true;
    const sent = merged ?? message;
    const entry = { message: sent, frame: frameOf(sent), superseded: false };
    log.push(entry);
    if (key !== undefined) likeCounts.set(key, entry);
  };

  const discard = (upTo: number) => {
    for (const { message } of log.slice(0, upTo - discardedCount)) {
      const key = likeCountKey(message);
      if (key !== undefined && likeCounts.get(key)?.message === message) likeCounts.delete(key);
    }
    log = log.slice(upTo - discardedCount);
    discardedCount = upTo;
  };

  const pendingAfter = (lastSent: number): Pending => {
    let pending = pendingSince.get(lastSent);
    if (!pending) {
      const entries = log.slice(lastSent - discardedCount).filter(({ superseded }) => !superseded);
      const [only] = entries;
      const frames = only && entries.length === 1 ? only.frame : Buffer.concat(entries.map(({ frame }) => frame));
      pending = { messages: entries.map(({ message }) => message), frames };
      pendingSince.set(lastSent, pending);
    }
    return pending;
  };

  /** Sends a listener its pending messages. Returns whether there were any. */
  const catchUp = (listener: L): boolean => {
    const { lastSent } = listener;
    if (lastSent >= newest()) return false;
    listener.lastSent = newest();
    send(listener, pendingAfter(lastSent));
    return true;
  };

  /** Continues until the end of the pass or the deadline. Returns whether it has reached the end. */
  const runPass = (current: Pass<L>, deadline: number): boolean => {
    let sent = 0;
    while (current.at < current.order.length) {
      const listener = current.order[current.at++];
      if (!listener || !catchUp(listener)) continue;
      if (++sent % sendsPerClockCheck === 0 && performance.now() > deadline) break;
    }
    return current.at >= current.order.length;
  };

  const turn = (deadline: number) => {
    const isSecondsTurn = second !== undefined && secondIsNext;
    secondIsNext = !isSecondsTurn;
    const current = isSecondsTurn ? second : first;
    if (!current || !runPass(current, deadline)) return;
    discard(current.from);
    pendingSince.clear();
    // The second pass started with the newest message, so its end completes both.
    first = isSecondsTurn ? undefined : second;
    second = undefined;
  };

  const run = () => {
    scheduled = false;
    turn(performance.now() + maxTurnMs);
    if (first) schedule();
  };

  const schedule = () => {
    scheduled = true;
    setImmediate(run);
  };

  return {
    get newest() {
      return newest();
    },
    publish(messages) {
      if (listeners.size === 0) return;
      for (const message of messages) buffer(message);
      pendingSince.clear();
      const started = { order: listeners.inOrder(), at: 0, from: newest() };
      if (first) second = started;
      else first = started;
      if (!scheduled) run();
    },
    sendTo(some, messages) {
      let own: Pending | undefined;
      for (const listener of some) {
        catchUp(listener);
        own ??= pendingOf(messages);
        send(listener, own);
      }
    },
    flush() {
      while (first) turn(Number.POSITIVE_INFINITY);
    },
  };
}
