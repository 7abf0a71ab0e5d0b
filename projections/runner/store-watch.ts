import type { Logger } from '../../server/core/logger.ts';
import { pause } from '../../server/core/timing/pause.ts';
import type { ProjectionKey, ReadModel } from '../read-models/read-model-store.ts';
import type { Delays } from './delays.ts';
import type { ProjectionProgress } from './projection-progress.ts';

export interface StoreWatch {
  readonly model: Pick<ReadModel, 'committed' | 'local'>;
  readonly delays: Pick<Delays, 'storeCheckMs'>;
  /** Of the runner. */
  readonly progress: Pick<ProjectionProgress, 'position' | 'state'>;
  readonly onLoss: () => void;
  readonly signal: AbortSignal;
}

/** Finds a remote store that has lost data also while nothing is committed, until `signal` aborts. */
export async function watchStore({ model, delays, progress, onLoss, signal }: StoreWatch): Promise<void> {
  if (model.local !== undefined) return;
  for (;;) {
    await pause(delays.storeCheckMs, signal);
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
