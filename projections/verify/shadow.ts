import { filterOf, type ProjectedEvent, type Projection } from '../definitions/projection.ts';
import { MemoryReadModel } from '../read-models/memory/memory-read-model.ts';
import { LocalFold } from '../runner/local-fold.ts';
import { type FollowedLog, LogSteps } from '../runner/log-steps.ts';

/** Whether an operator has skipped the event at a position. */
export type IsSkipped = (position: bigint) => boolean;

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
  #steps: LogSteps | undefined;

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
    this.#steps?.close();
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
      this.#steps ??= this.#readFrom(this.#position);
      const { events, position } = await this.#steps.next({ position: target, eventId: undefined });
      this.take(events, position);
    }
  }

  #readFrom(after: bigint | undefined): LogSteps {
    return new LogSteps(this.#log, {
      filter: filterOf(this.definition),
      signal: this.#signal,
      ...(after !== undefined && { after }),
    });
  }
}
