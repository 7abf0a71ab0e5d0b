import type { EventLog } from '../../server/core/event-log.ts';
import type { Logger } from '../../server/core/logger.ts';
import type { Projection } from '../definitions/projection.ts';
import type { ReadModelStore } from '../read-models/read-model-store.ts';
import type { Control } from '../runner/control.ts';
import { type Delays, defaultDelays } from '../runner/delays.ts';
import { ProjectionFollower } from '../runner/projection-follower.ts';
import { TimeSlice } from '../runner/time-slice.ts';
import { logUpToLive } from './log-up-to-live.ts';

export interface RebuildOptions {
  readonly definition: Projection;
  readonly generation: string;
  readonly log: Pick<EventLog, 'subscribe' | 'head'>;
  readonly store: ReadModelStore;
  /** Whether an operator has skipped the event at a position. */
  readonly isSkipped: Control['isSkipped'];
  readonly logger: Logger;
  readonly delays?: Partial<Delays>;
}

export type RebuildOutcome =
  /** Readers have the new generation. */
  | { readonly kind: 'switched' }
  /** An event cannot be folded. */
  | { readonly kind: 'failed'; readonly position: string; readonly error: string };

export interface RunningRebuild {
  readonly outcome: Promise<RebuildOutcome>;
  /** How far it is, and the last failure of the log or the store, after which it goes on. */
  progress(): RebuildProgress;
  /** Resolves after the commit in progress. */
  stop(): Promise<void>;
}

/** Positions are decimal strings. */
export interface RebuildProgress {
  /** Up to which the new generation is built; undefined before the first commit. */
  readonly position: string | undefined;
  /** Of the live generation. */
  readonly target: string | undefined;
  /** When this process began or resumed it, and where that was. */
  readonly since: Date;
  readonly from: string | undefined;
  readonly interruption: string | undefined;
}

/** A rebuild is not urgent: requests go first. */
const sliceMs = 5;
const maxEvents = 500;

/**
 * Builds a generation beside the live one, from its checkpoint on, with the runner that builds the live one: it survives
 * failures of the log and the store, and of several processes one commits. The generation follows the live one, never ahead
 * of it, until the store accepts it in its place.
 */
export function startRebuild(options: RebuildOptions): RunningRebuild {
  const { definition, generation, store, isSkipped, logger } = options;
  const key = { name: definition.name, version: definition.version, generation };
  const since = new Date();
  let target: bigint | undefined;
  let from: string | undefined;
  const switched = Promise.withResolvers<RebuildOutcome>();
  const log = logUpToLive({
    log: options.log,
    live: store.open({ name: key.name, version: key.version }),
    maxEvents,
    onTarget: (position) => {
      target = position;
      from ??= follower.status.position;
    },
    onReached: async () => {
      const isSwitched = await store.switchTo(key);
      if (isSwitched) switched.resolve({ kind: 'switched' });
      return isSwitched;
    },
  });
  const follower = new ProjectionFollower({
    definition,
    log,
    model: store.open(key),
    // A pause stops the live one, and so this one.
    control: { pausedAt: undefined, isSkipped, listen: () => () => {} },
    onApplied: () => {},
    onCleared: () => {},
    onEmpty: async () => {},
    onBuilt: () => {},
    logger,
    delays: { ...defaultDelays, ...options.delays },
    slice: new TimeSlice(sliceMs),
    maxEvents,
  });
  const failed = async (): Promise<RebuildOutcome> => {
    await follower.blocked;
    const { lastError } = follower.status;
    return { kind: 'failed', position: lastError?.position ?? '', error: lastError?.message ?? '' };
  };
  return {
    outcome: Promise.race([switched.promise, failed()]),
    progress: () => {
      const { position, state, lastError } = follower.status;
      const interruption = state === 'failing' ? lastError?.message : undefined;
      return { position, target: target?.toString(), since, from, interruption };
    },
    stop: () => follower.stop(),
  };
}
