import type { EventLog } from '../../server/core/event-log.ts';
import { type ReadModel, ReadModelUnavailable, type Stale } from '../read-models/read-model-store.ts';
import type { Control } from './control.ts';

export interface ServingOptions {
  readonly log: Pick<EventLog, 'head'>;
  readonly model: Pick<ReadModel, 'beginBuild' | 'markStale'>;
  readonly control: Control;
  /** Called when a read model that was built from nothing is served. */
  readonly onBuilt: () => void;
}

/** Records with the read model what requests must know: from where on it is served, and since when it is stale. */
export class Serving {
  readonly #options: ServingOptions;
  #isBuilding = false;

  constructor(options: ServingOptions) {
    this.#options = options;
  }

  /** It is served once it has all that the log has now, or the part to which an operator has paused it. */
  async beginBuild(): Promise<void> {
    const { log, model, control } = this.#options;
    const head = (await log.head()) ?? 0n;
    const { pausedAt } = control;
    model.beginBuild(pausedAt !== undefined && pausedAt.position < head ? pausedAt.position : head);
    this.#isBuilding = true;
  }

  endBuild(): void {
    if (this.#isBuilding) this.#options.onBuilt();
    this.#isBuilding = false;
  }

  /** It is stale at this checkpoint; without one, there is nothing to serve. */
  async markStale(position: bigint | undefined, stale: Stale): Promise<void> {
    if (position === undefined) return;
    try {
      await this.#options.model.markStale(position, stale);
      this.endBuild();
    } catch (error) {
      // The store is back before the next attempt, or fails that, too.
      if (!(error instanceof ReadModelUnavailable)) throw error;
    }
  }
}
