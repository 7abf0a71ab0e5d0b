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

/** How long an event below a position that the log has may take to arrive. */
const arrivalTimeoutMs = 2_000;

/** Reads a log in order, each step up to a position that is asked for, and nothing after it. */
export class LogSteps {
  readonly #log: FollowedLog;
  readonly #options: SubscribeOptions;
  readonly #maxEvents: number;
  #batches: AsyncIterator<SubscriptionBatch> | undefined;
  #next: Promise<IteratorResult<SubscriptionBatch>> | undefined;
  /** What was read but not asked for. */
  #ahead: LogStep | undefined;

  /** @param maxEvents of one step */
  constructor(log: FollowedLog, options: SubscribeOptions, maxEvents: number = Number.POSITIVE_INFINITY) {
    this.#log = log;
    this.#options = options;
    this.#maxEvents = maxEvents;
  }

  /** Lets no failure of the subscription go unhandled; its signal ends it. */
  close(): void {
    // It may still wait for an event.
    this.#next?.catch(() => {});
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
    this.#batches ??= this.#log.subscribe(this.#options)[Symbol.asyncIterator]();
    this.#next ??= this.#batches.next();
    try {
      const { done, value } = await withTimeout(this.#next, arrivalTimeoutMs, signal);
      this.#next = undefined;
      if (done) throw signal.reason ?? new Error('The event log has ended the subscription');
      return { events: value.events, position: value.position, positionId: value.positionId };
    } catch (error) {
      if (!(error instanceof TimedOut)) throw error;
      // An event of the server itself at this position, which it has removed since.
      await assertInLog(this.#log, { position: target.position, eventId: undefined }, signal);
      return { events: [], position: target.position, positionId: target.eventId };
    }
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
