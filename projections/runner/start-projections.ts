import type { EventLog } from '../../server/core/event-log.ts';
import { TimedOut, withinTime } from '../../server/core/timing/within-time.ts';
import type { Projection } from '../definitions/projection.ts';
import type { ReadModelStore } from '../read-models/read-model-store.ts';
import type { AppliedListener } from './applied.ts';
import { type Pauses, ProjectionFollower, type ProjectionLogger } from './projection-follower.ts';
import type { ProjectionStatus } from './projection-status.ts';
import { TimeSlice } from './time-slice.ts';

export interface ProjectionsOptions {
  readonly log: Pick<EventLog, 'subscribe' | 'head'>;
  readonly store: ReadModelStore;
  readonly definitions: readonly Projection[];
  readonly logger: ProjectionLogger;
  /** Called after each commit, before the next one; what it throws is logged. */
  readonly onApplied?: AppliedListener;
  /** Called when a read model was built from events that the log does not have, and is built again. */
  readonly onCleared?: () => void;
  readonly pauses?: Partial<Pauses>;
}

export interface Projections {
  status(): ProjectionStatus[];
  /**
   * True once every projection has reached the end of the log. False after `timeoutMs`, when stopped before, or once each
   * has either reached it or met what waiting does not mend.
   */
  caughtUp(timeoutMs: number): Promise<boolean>;
  /** Ends after the commits under way, within 5 s. */
  stop(): Promise<void>;
}

const usualPauses: Pauses = { first: 100, longestAway: 2_000, longestFailing: 30_000, standby: 2_000 };
const sliceMs = 15;
const stopMs = 5_000;

/**
 * Starts folding: each projection follows the log by itself, so that one that fails holds up none of the others. Several
 * processes may run the same projections on one store; each commit is won by one of them.
 */
export function startProjections(options: ProjectionsOptions): Projections {
  const { log, store, definitions, logger, onApplied = () => {}, onCleared = () => {} } = options;
  const pauses = { ...usualPauses, ...options.pauses };
  const slice = new TimeSlice(sliceMs);
  const stopping = new AbortController();
  const followers = definitions.map(
    (definition) =>
      new ProjectionFollower({
        definition,
        log,
        model: store.open(definition),
        onApplied,
        onCleared,
        logger,
        pauses,
        slice,
      }),
  );
  const allReached = async () => {
    const reached = await Promise.all(followers.map((follower) => follower.caughtUp));
    return !reached.includes(false);
  };
  return {
    status: () => followers.map((follower) => follower.status),
    caughtUp: (timeoutMs) => within(timeoutMs, allReached(), stopping.signal),
    stop: async () => {
      stopping.abort();
      await within(stopMs, Promise.all(followers.map((follower) => follower.stop())));
    },
  };
}

/** What comes about in time and before `signal` says that it will not; else false. */
async function within<T>(ms: number, event: Promise<T>, signal?: AbortSignal): Promise<T | false> {
  try {
    return await withinTime(event, ms, signal);
  } catch (error) {
    if (error instanceof TimedOut || signal?.aborted) return false;
    throw error;
  }
}
