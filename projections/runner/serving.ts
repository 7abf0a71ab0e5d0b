import type { EventLog } from '../../server/core/event-log.ts';
import type { Logger } from '../../server/core/logger.ts';
import { pause } from '../../server/core/timing/pause.ts';
import {
  type ProjectionKey,
  type ReadModel,
  ReadModelUnavailable,
  type Stale,
} from '../read-models/read-model-store.ts';
import type { Control } from './control.ts';
import type { Pauses } from './pauses.ts';
import type { ProjectionProgress } from './projection-progress.ts';

export interface ServingOptions {
  readonly log: Pick<EventLog, 'head'>;
  readonly model: Pick<ReadModel, 'beginBuild' | 'markStale'>;
  readonly control: Control;
  /** Called when a read model that was built from nothing is served. */
  readonly onBuilt: () => void;
}

/** Records with the read model what requests must know: from where on it is served, and since when it stands still. */
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

  /** It stands still at this checkpoint; without one, there is nothing to serve. */
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

export interface StoreWatch {
  readonly model: Pick<ReadModel, 'committed' | 'local'>;
  readonly pauses: Pick<Pauses, 'storeCheckMs'>;
  /** Of the runner. */
  readonly progress: Pick<ProjectionProgress, 'position' | 'state'>;
  readonly onLoss: () => void;
  readonly signal: AbortSignal;
}

/** Finds a remote store that has lost data also while nothing is committed, until `signal` aborts. */
export async function watchStore({ model, pauses, progress, onLoss, signal }: StoreWatch): Promise<void> {
  if (model.local !== undefined) return;
  for (;;) {
    await pause(pauses.storeCheckMs, signal);
    if (signal.aborted) return;
    const { position, state } = progress;
    // A runner on standby reads the checkpoint anyway.
    if (position === undefined || state === 'standby') continue;
    const found = await model.committed().catch(() => 'unavailable' as const);
    if (found !== 'unavailable' && (found === undefined || found.position < position)) onLoss();
  }
}

/** @param position the checkpoint that the store had */
export function logLoss(
  { definition, logger }: { readonly definition: ProjectionKey; readonly logger: Pick<Logger, 'warn'> },
  position: bigint,
): void {
  const details = { projection: definition.name, version: definition.version, position: String(position) };
  logger.warn(details, 'The store has lost data of a read model, which is built again from what is left');
}
