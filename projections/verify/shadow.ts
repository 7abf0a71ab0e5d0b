import type { EventLog, SubscriptionBatch } from '../../server/core/event-log.ts';
import { TimedOut, withTimeout } from '../../server/core/timing/with-timeout.ts';
import { filterOf, type ProjectedEvent, type Projection } from '../definitions/projection.ts';
import { MemoryReadModel } from '../read-models/memory/memory-read-model.ts';
import type { Checkpoint } from '../read-models/read-model-store.ts';
import { LocalFold } from '../runner/local-fold.ts';

export type FollowedLog = Pick<EventLog, 'subscribe'>;

/** Whether an operator has skipped the event at a position. */
export type IsSkipped = (position: bigint) => boolean;

/** Part of the log that was read but is after the shadow's position. */
type Ahead = Pick<SubscriptionBatch, 'events' | 'position' | 'caughtUp'>;

/** How long an event below a position that the log has may take to arrive. */
const arrivalTimeoutMs = 2_000;

/** A read model in memory, folded from the log by the same definition, exactly up to the positions that are asked for. */
export class Shadow {
  readonly definition: Projection;
  readonly #model: MemoryReadModel;
  readonly #log: FollowedLog;
  readonly #isSkipped: IsSkipped;
  readonly #stop = new AbortController();
  readonly #signal: AbortSignal;
  readonly #fold: LocalFold;
  #position: bigint | undefined;
  #batches: AsyncIterator<SubscriptionBatch> | undefined;
  #next: Promise<IteratorResult<SubscriptionBatch>> | undefined;
  #ahead: Ahead | undefined;

  constructor(definition: Projection, log: FollowedLog, isSkipped: IsSkipped, signal: AbortSignal) {
    this.definition = definition;
    this.#model = new MemoryReadModel(definition);
    this.#log = log;
    this.#isSkipped = isSkipped;
    this.#signal = AbortSignal.any([signal, this.#stop.signal]);
    this.#fold = new LocalFold(definition, this.#model.local, undefined, () => {});
  }

  get contents(): MemoryReadModel['contents'] {
    return this.#model.contents;
  }

  get position(): bigint | undefined {
    return this.#position;
  }

  /** Ends its subscription to the log. */
  close(): void {
    // It may still wait for an event.
    this.#next?.catch(() => {});
    this.#stop.abort();
  }

  /** Folds the next events of its types; every one up to `position` is among them. @throws FoldFailed */
  take(events: readonly ProjectedEvent[], position: bigint): void {
    const folded = events.filter((event) => !this.#isSkipped(event.position));
    this.#fold.apply(folded, position);
    this.#position = position;
  }

  /**
   * Reads and folds what the log has up to this position, and nothing after it.
   * @throws FoldFailed, LogBehindCheckpoint when the log does not reach the position
   */
  async advanceTo(target: bigint): Promise<void> {
    while (this.#position === undefined || this.#position < target) {
      this.#signal.throwIfAborted();
      const ahead: Ahead = this.#ahead ?? (await this.#read(target));
      if (ahead.position <= target) {
        this.take(ahead.events, ahead.position);
        this.#ahead = undefined;
      } else {
        const first = ahead.events.findIndex(({ position }) => position > target);
        const end = first === -1 ? ahead.events.length : first;
        this.take(ahead.events.slice(0, end), target);
        this.#ahead = { ...ahead, events: ahead.events.slice(end) };
      }
    }
  }

  /** The next batch, or an empty one up to the target if no event is left before it. */
  async #read(target: bigint): Promise<Ahead> {
    const position = this.#position;
    this.#batches ??= this.#log
      .subscribe({
        filter: filterOf(this.definition),
        signal: this.#signal,
        ...(position !== undefined && { after: position }),
      })
      [Symbol.asyncIterator]();
    this.#next ??= this.#batches.next();
    try {
      const { done, value } = await withTimeout(this.#next, arrivalTimeoutMs, this.#signal);
      this.#next = undefined;
      if (done) throw this.#signal.reason ?? new Error('The event log has ended the subscription');
      return value;
    } catch (error) {
      if (!(error instanceof TimedOut)) throw error;
      // An event of the server itself at this position, which it has removed since.
      await assertInLog(this.#log, { position: target, eventId: undefined }, this.#signal);
      return { events: [], position: target, caughtUp: true };
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
