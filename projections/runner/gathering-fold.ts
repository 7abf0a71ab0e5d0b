import type { ProjectedEvent } from '../definitions/projection.ts';
import type { BatchFold } from './batch-fold.ts';
import type { CommittedBatch, Fold } from './fold.ts';

/** Batches without an event for this projection that are gathered before the checkpoint moves on all the same. */
const maxBatches = 64;

/**
 * Makes large batches of small ones while the log has more to give: fewer round trips, and a document that several of
 * them change is written once. While one is being committed, the next is read from the log.
 */
export class GatheringFold implements Fold {
  readonly #fold: BatchFold;
  #events: ProjectedEvent[] = [];
  #batches = 0;
  #underWay: Promise<void> = Promise.resolve();

  constructor(fold: BatchFold) {
    this.#fold = fold;
  }

  get unanswered(): CommittedBatch | undefined {
    return this.#fold.unanswered;
  }

  get maxEvents(): number {
    return this.#fold.maxEvents;
  }

  async apply(
    events: readonly ProjectedEvent[],
    position: bigint,
    moreComes: boolean,
    positionId?: string,
  ): Promise<void> {
    for (const event of events) this.#events.push(event);
    this.#batches++;
    if (moreComes && this.#events.length < this.#fold.maxEvents && this.#batches < maxBatches) return;
    const gathered = this.#events;
    this.#events = [];
    this.#batches = 0;
    await this.#underWay;
    this.#underWay = this.#fold.apply(gathered, position, positionId);
    if (moreComes) this.#underWay.catch(toldByTheNext);
    else await this.#underWay;
  }

  async settle(): Promise<void> {
    await this.#underWay.catch(toldByTheNext);
  }
}

/** Whoever waits for the batch hears of its failure; until somebody does, it is not unhandled. */
const toldByTheNext = () => {};
