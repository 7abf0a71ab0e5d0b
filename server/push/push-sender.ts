import type { EventLog } from '../core/event-log.ts';
import type { Logger } from '../core/logger.ts';
import { FetchProblem } from '../core/network/fetch-problem.ts';
import type { PublicPost } from '../core/network/public-post.ts';
import { backoffMs } from '../core/timing/backoff.ts';
import { pause } from '../core/timing/pause.ts';
import { WakeUp } from '../core/timing/wake-up.ts';
import type { PushKeys } from './keys.ts';
import { PushPace } from './push-pace.ts';
import { pushRequest, UnusableKeys } from './push-request.ts';
import type { PushSubscriptions, StoredSubscription } from './subscriptions.ts';
import { notifiedAfter, type PushReadModels, unsentTo } from './unsent.ts';

export interface PushLimits {
  /** Collects what happens at once, so that it is read together. */
  readonly gatherMs: number;
  /** How long the read model may take to reach the log. */
  readonly catchUpMs: number;
  /** Users whose browsers are sent to at the same time. */
  readonly maxConcurrent: number;
  /** Attempts for a user until their messages are given up; they stay in the inbox. */
  readonly maxAttempts: number;
  /** Users who wait for another attempt; more are given up. */
  readonly maxWaiting: number;
  readonly firstRetryMs: number;
  readonly maxRetryMs: number;
}

export const pushLimits: PushLimits = {
  gatherMs: 500,
  catchUpMs: 10_000,
  maxConcurrent: 8,
  maxAttempts: 6,
  maxWaiting: 1_000,
  firstRetryMs: 2_000,
  maxRetryMs: 120_000,
};

export interface PushSenderOptions {
  readonly log: Pick<EventLog, 'subscribe' | 'head'>;
  readonly models: PushReadModels;
  readonly subscriptions: PushSubscriptions;
  readonly keys: PushKeys & { readonly contact: string };
  readonly post: PublicPost;
  /** The event types of the read model of notifications. */
  readonly types: readonly string[];
  readonly logger: Pick<Logger, 'info' | 'warn'>;
  readonly limits: PushLimits;
  readonly signal: AbortSignal;
}

/** What became of a message. `gone`: the browser does not take messages any more. `refused`: it never takes this one. */
type Outcome = 'sent' | 'gone' | 'refused' | 'failed';

/**
 * Sends what became unread to the browsers of the users, until it is stopped. The log only wakes it; what to send follows
 * from the read model and from the position up to which each browser was sent to. So nothing is lost while it does not run, and a
 * message is repeated only if the program ends between sending and storing that: browsers then show it once, by its id.
 */
export async function sendPushMessages(options: PushSenderOptions): Promise<void> {
  const { log, models, subscriptions, types, limits, signal } = options;
  const { notifications } = models;
  const head = await log.head();
  const wakeUp = new WakeUp(signal);
  const stopped = new AbortController();
  const until = AbortSignal.any([signal, stopped.signal]);
  const pace = new PushPace();
  const retries = new Map<string, { attempts: number; dueMs: number }>();
  let followed = head ?? 0n;
  const following = follow(log, { head, types, signal: until }, (position) => {
    followed = position;
    wakeUp.notify();
  });
  let failure: unknown;
  following.catch((error: unknown) => {
    failure = error;
    wakeUp.notify();
  });

  async function sendTo(uids: readonly string[]): Promise<void> {
    const waiting = [...uids];
    const work = async () => {
      for (let uid = waiting.pop(); uid !== undefined && !signal.aborted; uid = waiting.pop()) await sendToUser(uid);
    };
    await Promise.all(Array.from({ length: limits.maxConcurrent }, work));
  }

  async function sendToUser(uid: string): Promise<void> {
    const attempts = (retries.get(uid)?.attempts ?? 0) + 1;
    retries.delete(uid);
    const isLast = attempts >= limits.maxAttempts || retries.size >= limits.maxWaiting;
    const pausesMs = await Promise.all(
      (await subscriptions.of(uid)).map((subscription) => sendToBrowser(options, subscription, { pace, isLast })),
    );
    const asked = pausesMs.filter((one) => one !== undefined);
    if (asked.length === 0 || isLast) return;
    const pauseMs = Math.max(...asked, backoffMs(attempts, limits.firstRetryMs, limits.maxRetryMs));
    retries.set(uid, { attempts, dueMs: performance.now() + Math.min(pauseMs, limits.maxRetryMs) });
  }

  const nextRetryMs = () => {
    const due = Math.min(...[...retries.values()].map(({ dueMs }) => dueMs));
    return Number.isFinite(due) ? Math.max(0, due - performance.now()) : undefined;
  };

  try {
    let through = Number((await notifications.position()) ?? 0n);
    const users = await subscriptions.users();
    for (const uid of users) await moveBack(options, uid, Number(head ?? 0n));
    await sendTo(users);
    while (!signal.aborted) {
      const isNew = await wakeUp.wait(nextRetryMs());
      if (failure !== undefined) throw failure;
      if (isNew) {
        await pause(limits.gatherMs, signal);
        if (!signal.aborted) await notifications.waitFor(followed, limits.catchUpMs);
        if (signal.aborted) break;
        for (let before = Number.NaN; before !== through; ) {
          before = through;
          const notified = await notifiedAfter(notifications, through);
          await sendTo(notified.users);
          through = notified.through;
        }
      }
      const now = performance.now();
      await sendTo([...retries].filter(([, { dueMs }]) => dueMs <= now).map(([uid]) => uid));
    }
  } finally {
    stopped.abort();
    wakeUp.close();
    await following.catch(() => undefined);
  }
}

async function follow(
  log: Pick<EventLog, 'subscribe'>,
  { head, types, signal }: { head: bigint | undefined; types: readonly string[]; signal: AbortSignal },
  onEvents: (position: bigint) => void,
): Promise<void> {
  const from = head === undefined ? {} : { after: head };
  for await (const { events, position } of log.subscribe({ ...from, filter: { types: [...types] }, signal })) {
    if (events.length > 0) onEvents(position);
  }
}

/**
 * If the log was replaced by an earlier backup, it has no such position yet: what has become unread since `head`, where this
 * process began, is sent.
 */
async function moveBack({ log, subscriptions }: PushSenderOptions, uid: string, head: number): Promise<void> {
  const ahead = (await subscriptions.of(uid)).filter(({ sentThrough }) => sentThrough > head);
  if (ahead.length === 0) return;
  // Browsers that have subscribed since then are ahead of it, too.
  const end = Number((await log.head()) ?? 0n);
  for (const { endpoint, sentThrough } of ahead) {
    if (sentThrough > end) await subscriptions.advance(uid, endpoint, head);
  }
}

/** @returns undefined if nothing is left to send, otherwise the pause that the push service asks for */
async function sendToBrowser(
  { models, subscriptions, keys, post, logger }: PushSenderOptions,
  subscription: StoredSubscription,
  { pace, isLast }: { readonly pace: PushPace; readonly isLast: boolean },
): Promise<number | undefined> {
  const { uid, endpoint } = subscription;
  let { sentThrough } = subscription;
  for (;;) {
    // Read before each: what was hidden or read while the previous one was sent is not sent.
    const [next] = await unsentTo(models, uid, sentThrough);
    if (!next) return undefined;
    if (pace.allows(endpoint, next)) {
      const { outcome, retryAfterMs, error } = await send(post, () => pushRequest(subscription, next.message, keys));
      if (outcome === 'gone') {
        await subscriptions.remove(uid, endpoint);
        return undefined;
      }
      if (outcome === 'failed' && !isLast) return retryAfterMs;
      // Without the address, which is a secret.
      if (outcome !== 'sent') logger.warn({ outcome, error }, 'A push service has not taken a message');
      else pace.sent(endpoint, next);
    }
    sentThrough = next.since;
    // The user may have signed out in this browser meanwhile.
    if (!(await subscriptions.advance(uid, endpoint, sentThrough))) return undefined;
  }
}

async function send(
  post: PublicPost,
  request: () => ReturnType<typeof pushRequest>,
): Promise<{ outcome: Outcome; retryAfterMs: number; error?: string }> {
  try {
    const { status, retryAfterS = 0 } = await post(await request());
    return { outcome: outcomeOf(status), retryAfterMs: retryAfterS * 1_000 };
  } catch (error) {
    return { outcome: outcomeOfFailure(error), retryAfterMs: 0, error: nameOf(error) };
  }
}

/** Any other failure may be one of this installation, for example of its packages. */
function outcomeOfFailure(error: unknown): Outcome {
  if (error instanceof UnusableKeys) return 'gone';
  const isNoPushService =
    error instanceof FetchProblem && (error.code === 'REFUSED_ADDRESS' || error.code === 'INVALID_ADDRESS');
  return isNoPushService ? 'gone' : 'failed';
}

/** Its message may contain the address. */
function nameOf(error: unknown): string {
  if (!(error instanceof Error)) return 'unknown';
  return 'code' in error && typeof error.code === 'string' ? error.code : error.name;
}

/** RFC 8030, section 7.3: 404 and 410 end a subscription. */
function outcomeOf(status: number): Outcome {
  if (status >= 200 && status < 300) return 'sent';
  if (status === 404 || status === 410) return 'gone';
  return status === 429 || status >= 500 ? 'failed' : 'refused';
}
