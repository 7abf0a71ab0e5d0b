import type { ProjectedEvent, Projection } from '../definitions/projection.ts';
import { CheckpointConflict, type ReadModel } from '../read-models/read-model-store.ts';
import { BatchWorkspace } from './batch-workspace.ts';
import { type CommittedBatch, foldFailure, maxEvents } from './fold.ts';
import { loadNeeds } from './needs.ts';

/** A commit is made at the latest after this many changes, so that none grows beyond what a store takes at once. */
const maxChanges = 20_000;

/**
 * Folds into a store that takes its time: loads what a batch needs in one go, folds it in memory, commits it. Lives until
 * something fails; then a new one begins at the checkpoint that the store names, with nothing half-applied.
 */
export class BatchFold {
  readonly #definition: Projection;
  readonly #model: ReadModel;
  readonly #onCommitted: (batch: CommittedBatch) => void;
  #workspace = new BatchWorkspace();
  #checkpoint: bigint | undefined;
  #maxEvents: number;
  #unanswered: CommittedBatch | undefined;

  constructor(
    definition: Projection,
    model: ReadModel,
    start: { readonly checkpoint: bigint | undefined; readonly maxEvents: number },
    onCommitted: (batch: CommittedBatch) => void,
  ) {
    this.#definition = definition;
    this.#model = model;
    this.#checkpoint = start.checkpoint;
    this.#maxEvents = start.maxEvents;
    this.#onCommitted = onCommitted;
  }

  /** See `Fold`. */
  get unanswered(): CommittedBatch | undefined {
    return this.#unanswered;
  }

  /** See `Fold`. */
  get maxEvents(): number {
    return this.#maxEvents;
  }

  /** @throws FoldFailed, CheckpointConflict, ReadModelUnavailable */
  async apply(events: readonly ProjectedEvent[], position: bigint, positionId?: string): Promise<void> {
    let rest = events;
    while (rest.length > 0) rest = await this.#applySome(rest, position, positionId);
    if (events.length === 0 && (this.#checkpoint === undefined || position > this.#checkpoint)) {
      await this.#commit(events, position, positionId);
    }
  }

  /** Commits as many of the events as go into one batch, and returns the rest. */
  async #applySome(
    events: readonly ProjectedEvent[],
    position: bigint,
    positionId: string | undefined,
  ): Promise<readonly ProjectedEvent[]> {
    const some = events.length > this.#maxEvents ? events.slice(0, this.#maxEvents) : events;
    const needs = await loadNeeds(this.#definition, this.#model, this.#workspace, some);
    const folded: ProjectedEvent[] = [];
    for (const [n, recorded] of some.entries()) {
      if (this.#workspace.changes >= maxChanges) break;
      try {
        const ranges = needs.rangesOf(n);
        const event = needs.events[n];
        if (ranges === undefined || event === undefined) break;
        this.#workspace.begin(event.position, ranges);
        this.#definition.fold(event, this.#workspace);
        folded.push(event);
      } catch (cause) {
        await this.#applyBefore(folded);
        throw foldFailure(this.#definition.name, recorded, cause);
      }
    }
    const last = folded.at(-1);
    if (last === undefined) throw new Error(`Projection ${this.#definition.name} could not read what it needs`);
    const isAll = folded.length === events.length;
    if (isAll) await this.#commit(folded, position, positionId);
    else await this.#commit(folded, last.position, last.id);
    return isAll ? [] : events.slice(folded.length);
  }

  /** What a failed event wrote is mixed with what those before it wrote: starts over without it. */
  async #applyBefore(events: readonly ProjectedEvent[]): Promise<void> {
    this.#workspace = new BatchWorkspace();
    const last = events.at(-1);
    if (last !== undefined) await this.apply(events, last.position, last.id);
  }

  async #commit(events: readonly ProjectedEvent[], position: bigint, positionId: string | undefined): Promise<void> {
    const batch: CommittedBatch = { events, writes: this.#workspace.takeWrites(), position };
    try {
      await this.#model.commit(this.#checkpoint, position, batch.writes, positionId);
    } catch (error) {
      if (!(error instanceof CheckpointConflict)) this.#unanswered = batch;
      throw error;
    }
    this.#checkpoint = position;
    this.#maxEvents = Math.min(this.#maxEvents * 2, maxEvents);
    this.#onCommitted(batch);
  }
}
