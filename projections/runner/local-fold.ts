import { upcast } from '../../server/core/domain/event-versions.ts';
import type { ProjectedEvent, Projection } from '../definitions/projection.ts';
import type { LocalReadModel } from '../read-models/read-model-store.ts';
import { type CommittedBatch, type Fold, type FoldFailed, foldFailure, maxEvents } from './fold.ts';
import { LocalWorkspace } from './local-workspace.ts';

/** Folds into a store in this process. A batch is atomic because folding is synchronous. */
export class LocalFold implements Fold {
  /** The outcome of a synchronous commit is always known. */
  readonly unconfirmed = undefined;
  readonly maxEvents = maxEvents;
  readonly #definition: Projection;
  readonly #model: LocalReadModel;
  readonly #workspace: LocalWorkspace;
  readonly #onCommitted: (batch: CommittedBatch) => void;
  #checkpoint: bigint | undefined;

  constructor(
    definition: Projection,
    model: LocalReadModel,
    checkpoint: bigint | undefined,
    onCommitted: (batch: CommittedBatch) => void,
  ) {
    this.#definition = definition;
    this.#model = model;
    this.#workspace = new LocalWorkspace(definition, model);
    this.#checkpoint = checkpoint;
    this.#onCommitted = onCommitted;
  }

  apply(events: readonly ProjectedEvent[], position: bigint, positionId?: string): void {
    if (events.length === 0 && this.#checkpoint !== undefined && position <= this.#checkpoint) return;
    this.#model.begin(this.#checkpoint);
    const folded: ProjectedEvent[] = [];
    let failure: FoldFailed | undefined;
    for (const recorded of events) {
      try {
        const event = upcast(this.#definition.events, recorded);
        this.#workspace.fold(event);
        folded.push(event);
      } catch (cause) {
        failure = foldFailure(this.#definition.name, recorded, cause);
        break;
      }
    }
    if (failure === undefined) this.#commit(folded, position, positionId);
    else {
      const last = folded.at(-1);
      if (last !== undefined) this.#commit(folded, last.position, last.id);
      throw failure;
    }
  }

  async settle(): Promise<void> {}

  #commit(events: readonly ProjectedEvent[], position: bigint, positionId: string | undefined): void {
    this.#model.end(position, positionId);
    this.#checkpoint = position;
    this.#onCommitted({ events, writes: this.#workspace.takeWrites(), position });
  }
}
