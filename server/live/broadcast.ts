import { performance } from 'node:perf_hooks';
import type { LiveMessage } from '../core/contracts/live.ts';
import { frameOf, type Pending } from './frames.ts';

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

export interface Broadcast {
  /** Sends messages to all listeners. Later listeners do not receive them: their first read includes them. */
  publish(messages: readonly LiveMessage[]): void;
  /** Number of the newest message: the `lastSent` of a new listener. */
  readonly newest: number;
  /** Sends all pending messages synchronously. */
  flush(): void;
}

interface Buffered {
  readonly message: LiveMessage;
  readonly frame: Buffer;
  /** A later message says the same and more. */
  superseded: boolean;
}

/** A pass over the listeners that sends each its pending messages. */
interface Pass<L> {
  readonly order: readonly L[];
  at: number;
  /** The newest message at the start of the pass: at its end, all listeners have it. */
  readonly from: number;
}

/** The post or playlist whose likes the message counts, if that is all that it says. Clients choose ids: a post and a playlist may share one. */
function countedLikesOf(message: LiveMessage): string | undefined {
  switch (message.kind) {
    case 'post.changed':
      return message.written || message.comments ? undefined : `post ${message.postId}`;
    case 'playlist.likes':
      return `playlist ${message.playlistId}`;
    default:
      return undefined;
  }
}

/**
 * The later of two like counts, as a change from where the earlier one began; undefined if a message between them says
 * something else. Values are absolute: a client that has the earlier one applies it as well.
 */
function merged(earlier: LiveMessage, later: LiveMessage): LiveMessage | undefined {
  if (!isCount(earlier) || !isCount(later) || earlier.kind !== later.kind) return undefined;
  if (earlier.revision !== later.from) return undefined;
  return { ...later, from: earlier.from };
}

const isCount = (message: LiveMessage) => message.kind === 'post.changed' || message.kind === 'playlist.likes';

/** Maximum time of a turn, in ms, during which the process does nothing else. */
const maxTurnMs = 1;
const sendsPerClockCheck = 8;

/**
 * Sends every message to all listeners in order, in short turns between which the process serves requests.
 *
 * A message that arrives during a pass does not queue behind it: a second pass starts with it from the first listener and
 * alternates with the first pass. A listener gets all its pending messages in one write, which costs as much as one
 * message, and only the last like count of each post or playlist. So more messages mean larger writes, not longer delays.
 */
export function createBroadcast<L extends Listener>(
  listeners: Listeners<L>,
  send: (listener: L, pending: Pending) => void,
): Broadcast {
  /** Messages that some listener may not have yet; the first is number `before` + 1. */
  let log: Buffered[] = [];
  let before = 0;
  const likeCounts = new Map<string, Buffered>();
  const pendingSince = new Map<number, Pending>();

  let first: Pass<L> | undefined;
  let second: Pass<L> | undefined;
  let secondIsNext = false;
  let scheduled = false;

  const newest = () => before + log.length;

  const buffer = (message: LiveMessage) => {
    const liked = countedLikesOf(message);
    const earlier = liked === undefined ? undefined : likeCounts.get(liked);
    const both = earlier && merged(earlier.message, message);
    if (earlier && both) earlier.superseded = true;
    const sent = both ?? message;
    const entry = { message: sent, frame: frameOf(sent), superseded: false };
    log.push(entry);
    if (liked !== undefined) likeCounts.set(liked, entry);
  };

  const discard = (upTo: number) => {
    for (const { message } of log.slice(0, upTo - before)) {
      const liked = countedLikesOf(message);
      if (liked !== undefined && likeCounts.get(liked)?.message === message) likeCounts.delete(liked);
    }
    log = log.slice(upTo - before);
    before = upTo;
  };

  const pendingAfter = (lastSent: number): Pending => {
    let pending = pendingSince.get(lastSent);
    if (!pending) {
      const entries = log.slice(lastSent - before).filter(({ superseded }) => !superseded);
      const [only] = entries;
      const frames = only && entries.length === 1 ? only.frame : Buffer.concat(entries.map(({ frame }) => frame));
      pending = { messages: entries.map(({ message }) => message), frames };
      pendingSince.set(lastSent, pending);
    }
    return pending;
  };

  /** Continues until the end (then true) or the deadline. */
  const runPass = (current: Pass<L>, deadline: number): boolean => {
    const upTo = newest();
    let sent = 0;
    while (current.at < current.order.length) {
      const listener = current.order[current.at++];
      if (!listener || listener.lastSent >= upTo) continue;
      const pending = pendingAfter(listener.lastSent);
      listener.lastSent = upTo;
      send(listener, pending);
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
    flush() {
      while (first) turn(Number.POSITIVE_INFINITY);
    },
  };
}
