import { performance } from 'node:perf_hooks';
import type { LiveMessage } from '../core/contracts/live.ts';
import { frameOf, type Unseen } from './frames.ts';

export interface Listener {
  /** The number of the last message that it was sent. */
  seen: number;
}

/** Everybody who listens, in the order in which they are told. */
export interface Listeners<L> {
  readonly size: number;
  /** Never changed once handed out. */
  inOrder(): readonly L[];
}

export interface Broadcast {
  /** Sends messages to everybody. Those who arrive later do not get them: what they read includes them already. */
  tell(messages: readonly LiveMessage[]): void;
  /** The number of the newest message: what somebody who arrives now has seen. */
  readonly newest: number;
  /** Sends at once whatever is still on its way. */
  finish(): void;
}

interface Told {
  readonly message: LiveMessage;
  readonly frame: Buffer;
  /** A later message says the same thing newer. */
  superseded: boolean;
}

/** A walk through the listeners that brings each up to the newest message. */
interface Walk<L> {
  readonly order: readonly L[];
  at: number;
  /** The newest message when the walk began: at its end, everybody has seen it. */
  readonly from: number;
}

/** The id of what a message counts the likes of; ids are unique. */
function countedLikesOf(message: LiveMessage): string | undefined {
  switch (message.kind) {
    case 'post.likes':
      return message.postId;
    case 'playlist.likes':
      return message.playlistId;
    default:
      return undefined;
  }
}

/** How long (ms) a turn of sending may hold up everything else that this process does. */
const turnMs = 1;
const sendsBetweenLooks = 8;

/**
 * Everybody gets every message in order, in short turns between which requests are served.
 *
 * A message that comes while another is on its way does not queue behind it: a second walk starts with it at the front
 * and takes turns with the first. A listener who has several messages to see gets them in one write, which costs as much
 * as one message, and of the like counts of a post or a playlist only the last. So more messages make it coarser, not later.
 */
export function createBroadcast<L extends Listener>(
  listeners: Listeners<L>,
  send: (listener: L, unseen: Unseen) => void,
): Broadcast {
  /** What somebody may not have seen yet; the first is number `before` + 1. */
  let log: Told[] = [];
  let before = 0;
  const likeCounts = new Map<string, Told>();
  const unseenFrom = new Map<number, Unseen>();

  let first: Walk<L> | undefined;
  let second: Walk<L> | undefined;
  let secondIsNext = false;
  let scheduled = false;

  const newest = () => before + log.length;

  const remember = (message: LiveMessage) => {
    const told = { message, frame: frameOf(message), superseded: false };
    log.push(told);
    const liked = countedLikesOf(message);
    if (liked === undefined) return;
    const earlier = likeCounts.get(liked);
    if (earlier) earlier.superseded = true;
    likeCounts.set(liked, told);
  };

  const forget = (upTo: number) => {
    for (const { message, superseded } of log.slice(0, upTo - before)) {
      const liked = countedLikesOf(message);
      if (liked !== undefined && !superseded) likeCounts.delete(liked);
    }
    log = log.slice(upTo - before);
    before = upTo;
  };

  const unseenSince = (seen: number): Unseen => {
    let unseen = unseenFrom.get(seen);
    if (!unseen) {
      const told = log.slice(seen - before).filter(({ superseded }) => !superseded);
      const [only] = told;
      const frames = only && told.length === 1 ? only.frame : Buffer.concat(told.map(({ frame }) => frame));
      unseen = { messages: told.map(({ message }) => message), frames };
      unseenFrom.set(seen, unseen);
    }
    return unseen;
  };

  /** Goes on until the end (then true) or the deadline. */
  const walk = (current: Walk<L>, deadline: number): boolean => {
    const upTo = newest();
    let sent = 0;
    while (current.at < current.order.length) {
      const listener = current.order[current.at++];
      if (!listener || listener.seen >= upTo) continue;
      const unseen = unseenSince(listener.seen);
      listener.seen = upTo;
      send(listener, unseen);
      if (++sent % sendsBetweenLooks === 0 && performance.now() > deadline) break;
    }
    return current.at >= current.order.length;
  };

  const turn = (deadline: number) => {
    const takesSecond = second !== undefined && secondIsNext;
    secondIsNext = !takesSecond;
    const current = takesSecond ? second : first;
    if (!current || !walk(current, deadline)) return;
    forget(current.from);
    unseenFrom.clear();
    // The second began with the newest message, so once it is through, so is everything.
    first = takesSecond ? undefined : second;
    second = undefined;
  };

  const run = () => {
    scheduled = false;
    turn(performance.now() + turnMs);
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
    tell(messages) {
      if (listeners.size === 0) return;
      for (const message of messages) remember(message);
      unseenFrom.clear();
      const started = { order: listeners.inOrder(), at: 0, from: newest() };
      if (first) second = started;
      else first = started;
      if (!scheduled) run();
    },
    finish() {
      while (first) turn(Number.POSITIVE_INFINITY);
    },
  };
}
