import type { ProjectedEvent } from '../definitions/projection.ts';
import type { BatchFold } from './batch-fold.ts';
import type { CommittedBatch, Fold } from './fold.ts';

/** Commit at the latest after this many batches, so that the checkpoint advances even when none holds an event. */
const maxGatheredBatches = 64;

/**
 * Merges small batches while the log has more: fewer round trips, and one write for a document that several of them
 * change. The next batch is read from the log while the previous one is committed.
 */
export class GatheringFold implements Fold {
  readonly #fold: BatchFold;
  #events: ProjectedEvent[] = [];
  #gatheredBatches = 0;
  #committing: Promise<void> = Promise.resolve();

  constructor(fold: BatchFold) {
    this.#fold = fold;
  }

  get unconfirmed(): CommittedBatch | undefined {
    return this.#fold.unconfirmed;
  }

  get maxEvents(): number {
    return this.#fold.maxEvents;
  }

  async apply(
    events: readonly ProjectedEvent[],
    position: bigint,
    positionId: string | undefined,
    hasMore: boolean,
  ): Promise<void> {
    for (const event of events) this.#events.push(event);
    this.#gatheredBatches++;
    if (hasMore && this.#events.length < this.#fold.maxEvents && this.#gatheredBatches < maxGatheredBatches) return;
    const gathered = this.#events;
    this.#events = [];
    this.#gatheredBatches = 0;
    await this.#committing;
    this.#committing = this.#fold.apply(gathered, position, positionId);
    if (hasMore) this.#committing.catch(reportedByNextCall);
    else await this.#committing;
  }

  async settle(): Promise<void> {
    await this.#committing.catch(reportedByNextCall);
  }
}

/** The next call awaits the commit and throws its failure; until then the rejection must not count as unhandled. */
const reportedByNextCall = () => {};
