import type { EventLog } from '../../server/core/event-log.ts';
import type { Logger } from '../../server/core/logger.ts';
import { TimedOut, withTimeout } from '../../server/core/timing/with-timeout.ts';
import type { Projection } from '../definitions/projection.ts';
import type { ReadModelStore } from '../read-models/read-model-store.ts';
import type { AppliedListener } from './applied.ts';
import { type Controls, noControls } from './control.ts';
import { type Delays, defaultDelays } from './delays.ts';
import { nameGenerations } from './name-generations.ts';
import { ProjectionFollower } from './projection-follower.ts';
import type { ProjectionStatus } from './projection-status.ts';
import { TimeSlice } from './time-slice.ts';

export interface ProjectionsOptions {
  readonly log: Pick<EventLog, 'subscribe' | 'head'>;
  readonly store: ReadModelStore;
  readonly definitions: readonly Projection[];
  readonly logger: Logger;
  /** What operators have decided; nothing by default. */
  readonly controls?: Controls;
  /** Called after each commit, before the next one; its exceptions are logged. */
  readonly onApplied?: AppliedListener;
  /** Called when a read model ahead of the log has been cleared for a rebuild. */
  readonly onCleared?: () => void;
  /** Called when a read model that was built from nothing is served. */
  readonly onBuilt?: () => void;
  readonly delays?: Partial<Delays>;
}

export interface Projections {
  status(): ProjectionStatus[];
  /**
   * True once every projection has reached the end of the log. False after `timeoutMs`, after a stop, or once each has
   * reached the end, an event that it cannot fold, or one at which it is paused.
   */
  waitUntilCaughtUp(timeoutMs: number): Promise<boolean>;
  /** Resolves after the commits in progress, within 5 s. */
  stop(): Promise<void>;
}

const sliceMs = 15;
const stopTimeoutMs = 5_000;

/**
 * Starts folding. Each projection follows the log independently, so that a failing one delays no other. Several
 * processes may run the same projections on one store; one of them wins each commit.
 */
export function startProjections(options: ProjectionsOptions): Projections {
  const {
    log,
    store,
    definitions,
    logger,
    onApplied = () => {},
    onCleared = () => {},
    onBuilt = () => {},
    controls = noControls,
  } = options;
  const delays = { ...defaultDelays, ...options.delays };
  const slice = new TimeSlice(sliceMs);
  const stopping = new AbortController();
  const followers = definitions.map(
    (definition) =>
      new ProjectionFollower({
        definition,
        log,
        model: store.open(definition),
        control: controls.of(definition),
        onApplied,
        onCleared,
        onEmpty: () => nameGenerations(store, [definition], controls),
        onBuilt,
        logger,
        delays,
        slice,
      }),
  );
  const allCaughtUp = async () => {
    const reached = await Promise.all(followers.map((follower) => follower.caughtUp));
    return !reached.includes(false);
  };
  return {
    status: () => followers.map((follower) => follower.status),
    waitUntilCaughtUp: (timeoutMs) => within(timeoutMs, allCaughtUp(), stopping.signal),
    stop: async () => {
      stopping.abort();
      await within(stopTimeoutMs, Promise.all(followers.map((follower) => follower.stop())));
    },
  };
}

/** The value of `promise`, or false after the time-out or once `signal` aborts. */
async function within<T>(timeoutMs: number, promise: Promise<T>, signal?: AbortSignal): Promise<T | false> {
  try {
    return await withTimeout(promise, timeoutMs, signal);
  } catch (error) {
    if (error instanceof TimedOut || signal?.aborted) return false;
    throw error;
  }
}
