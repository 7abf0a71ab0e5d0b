import type { EventLog, RecordedEvent, SubscribeOptions, SubscriptionBatch } from '../../server/core/event-log.ts';
import { TimedOut, withTimeout } from '../../server/core/timing/with-timeout.ts';
import type { Checkpoint } from '../read-models/read-model-store.ts';

export type FollowedLog = Pick<EventLog, 'subscribe'>;

/** A part of the log: every matching event up to `position`. */
export interface LogStep {
  readonly events: readonly RecordedEvent[];
  readonly position: bigint;
  /** Id of the event at `position`; undefined if not known. */
  readonly positionId: string | undefined;
}

/** A subscription that is silent for longer, below a position that the log has, is replaced. */
const maxSilenceMs = 2_000;

/** Reads a log in order, each step up to a position that is asked for, and nothing after it. */
export class LogSteps {
  readonly #log: FollowedLog;
  readonly #options: SubscribeOptions;
  readonly #maxEvents: number;
  #subscription: Subscription | undefined;
  /** Up to where the log was read. */
  #position: bigint | undefined;
  #positionId: string | undefined;
  /** What was read but not asked for. */
  #ahead: LogStep | undefined;

  /** @param maxEvents of one step */
  constructor(log: FollowedLog, options: SubscribeOptions, maxEvents: number = Number.POSITIVE_INFINITY) {
    this.#log = log;
    this.#options = options;
    this.#maxEvents = maxEvents;
    this.#position = options.after;
    this.#positionId = options.afterId;
  }

  /** Ends the subscription. */
  close(): void {
    this.#subscription?.close();
    this.#subscription = undefined;
  }

  /**
   * The next part of the log, which ends at the target at the latest. The log has the target, and its part up to there has
   * not been returned yet.
   * @throws LogBehindCheckpoint when the log does not reach the target, EventLogUnavailable, and the signal's reason
   */
  async next(target: Checkpoint): Promise<LogStep> {
    const { signal } = this.#options;
    signal.throwIfAborted();
    const ahead = this.#ahead ?? (await this.#read(target));
    const end = ahead.events.findIndex(({ position }) => position > target.position);
    const count = Math.min(end === -1 ? ahead.events.length : end, this.#maxEvents);
    const events = ahead.events.slice(0, count);
    const last = events.at(-1);
    const isPart = count === this.#maxEvents && count < ahead.events.length && last !== undefined;
    const isWhole = !isPart && ahead.position <= target.position;
    this.#ahead = isWhole ? undefined : { ...ahead, events: ahead.events.slice(count) };
    if (isPart) return { events, position: last.position, positionId: last.id };
    if (isWhole) return ahead;
    return { events, position: target.position, positionId: target.eventId };
  }

  /** The next batch, or an empty one up to the target if no event is left before it. */
  async #read(target: Checkpoint): Promise<LogStep> {
    const { signal } = this.#options;
    try {
      return this.#taken(await withTimeout(this.#following.next(), maxSilenceMs, signal));
    } catch (error) {
      if (!(error instanceof TimedOut)) throw error;
    }
    // Either it was interrupted, or the target is an event of the server itself, which has removed it since.
    this.close();
    const before = this.#position ?? 0n;
    const batch = await this.#following.next();
    const isAtEnd = batch.caughtUp && batch.events.length === 0 && batch.position <= before;
    if (!isAtEnd) return this.#taken(batch);
    await assertInLog(this.#log, { position: target.position, eventId: undefined }, signal);
    return { events: [], position: target.position, positionId: target.eventId };
  }

  /** The subscription from where the log was read up to. */
  get #following(): Subscription {
    this.#subscription ??= new Subscription(this.#log, this.#options, this.#position, this.#positionId);
    return this.#subscription;
  }

  #taken({ events, position, positionId }: SubscriptionBatch): LogStep {
    this.#position = position;
    this.#positionId = positionId;
    return { events, position, positionId };
  }
}

/** A subscription whose next batch can be awaited again after a time-out. */
class Subscription {
  readonly #stop = new AbortController();
  readonly #signal: AbortSignal;
  readonly #batches: AsyncIterator<SubscriptionBatch>;
  #next: Promise<SubscriptionBatch> | undefined;

  constructor(log: FollowedLog, options: SubscribeOptions, after: bigint | undefined, afterId: string | undefined) {
    this.#signal = options.signal;
    const { filter } = options;
    const signal = AbortSignal.any([options.signal, this.#stop.signal]);
    const from = after !== undefined && { after, afterId };
    this.#batches = log.subscribe({ ...(filter && { filter }), ...from, signal })[Symbol.asyncIterator]();
  }

  async next(): Promise<SubscriptionBatch> {
    this.#next ??= this.#read();
    const batch = await this.#next;
    this.#next = undefined;
    return batch;
  }

  close(): void {
    // It may still wait for an event.
    this.#next?.catch(() => {});
    this.#stop.abort();
  }

  async #read(): Promise<SubscriptionBatch> {
    const { done, value } = await this.#batches.next();
    if (done) throw this.#signal.reason ?? new Error('The event log has ended the subscription');
    return value;
  }
}

/** @throws LogBehindCheckpoint when the log ends before the checkpoint, or has another event there */
export async function assertInLog(
  log: FollowedLog,
  { position, eventId }: Checkpoint,
  signal: AbortSignal,
): Promise<void> {
  const stop = new AbortController();
  const batches = log.subscribe({
    after: position,
    afterId: eventId,
    filter: { types: [] },
    signal: AbortSignal.any([stop.signal, signal]),
  });
  for await (const _ of batches) break;
  stop.abort();
}
