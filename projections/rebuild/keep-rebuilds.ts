import { once } from 'node:events';
import type { Rebuild, RebuildCommand } from '../../server/core/domain/projection-control/rebuilds.ts';
import type { EventLog } from '../../server/core/event-log.ts';
import type { Logger } from '../../server/core/logger.ts';
import { backoffMs } from '../../server/core/timing/backoff.ts';
import { pause } from '../../server/core/timing/pause.ts';
import type { ProjectionControls } from '../control/projection-controls.ts';
import type { Projection } from '../definitions/projection.ts';
import type { ReadModelStore } from '../read-models/read-model-store.ts';
import type { Delays } from '../runner/delays.ts';
import { type RebuildProgress, type RunningRebuild, startRebuild } from './start-rebuild.ts';

export interface KeepRebuildsOptions {
  readonly log: Pick<EventLog, 'subscribe' | 'head'>;
  readonly store: ReadModelStore;
  readonly definitions: readonly Projection[];
  readonly controls: ProjectionControls;
  /** Records what came of a rebuild in the stream of its projection. @returns whether it is still running */
  readonly record: (name: string, command: RebuildCommand) => Promise<boolean>;
  /** Called when readers get the new generation from this process. */
  readonly onSwitched?: (projection: Projection) => void;
  readonly logger: Logger;
  readonly delays?: Partial<Delays>;
  /** How long a replaced generation is kept: for reads that began before. */
  readonly keepReplacedMs?: number;
}

/** The last rebuild of a projection, and its progress if this process works on it. */
export interface RebuildStatus extends Rebuild {
  readonly name: string;
  readonly progress: RebuildProgress | undefined;
}

export interface Rebuilds {
  /** Of the projections that have ever been rebuilt in their current version. */
  status(): RebuildStatus[];
  stop(): Promise<void>;
}

/** Longer than a read may take. */
const defaultKeepReplacedMs = 5_000;
const retryMs = { first: 100, longest: 5_000 };

/** Does what operators request: each process that runs projections takes part, and resumes what another has begun. */
export function keepRebuilds(options: KeepRebuildsOptions): Rebuilds {
  const keepers = options.definitions.map((definition) => new RebuildKeeper(definition, options));
  return {
    status: () => keepers.flatMap((keeper) => keeper.status ?? []),
    stop: async () => {
      await Promise.all(keepers.map((keeper) => keeper.stop()));
    },
  };
}

/** Takes care of the rebuilds of one projection, one after the other. */
class RebuildKeeper {
  readonly #definition: Projection;
  readonly #options: KeepRebuildsOptions;
  readonly #stop = new AbortController();
  readonly #running: Promise<void>;
  /** Aborts after each decision about rebuilds. Replaced for each turn. */
  #decided = new AbortController();
  #rebuild: RunningRebuild | undefined;

  constructor(definition: Projection, options: KeepRebuildsOptions) {
    this.#definition = definition;
    this.#options = options;
    this.#running = this.#run();
  }

  get status(): RebuildStatus | undefined {
    const last = this.#options.controls.lastRebuild(this.#definition);
    return last && { ...last, name: this.#definition.name, progress: this.#rebuild?.progress() };
  }

  async stop(): Promise<void> {
    this.#stop.abort();
    await this.#running;
  }

  async #run(): Promise<void> {
    const { controls, logger } = this.#options;
    const endListening = controls.listenToRebuilds(this.#definition, () => this.#decided.abort());
    let failures = 0;
    while (!this.#stop.signal.aborted) {
      this.#decided = new AbortController();
      const interrupted = AbortSignal.any([this.#stop.signal, this.#decided.signal]);
      try {
        const isDone = await this.#turn(interrupted);
        if (!isDone) {
          await pause(backoffMs(failures++, retryMs.first, retryMs.longest), interrupted);
          continue;
        }
        failures = 0;
        if (!interrupted.aborted) await once(interrupted, 'abort');
      } catch (error) {
        if (this.#stop.signal.aborted) break;
        logger.warn({ err: error, projection: this.#definition.name }, 'A rebuild is interrupted');
        await pause(backoffMs(failures++, retryMs.first, retryMs.longest), interrupted);
      }
    }
    endListening();
  }

  /** @returns false if the rebuild is to be continued */
  async #turn(interrupted: AbortSignal): Promise<boolean> {
    const { controls, store, keepReplacedMs = defaultKeepReplacedMs } = this.#options;
    const last = controls.lastRebuild(this.#definition);
    // One that another node has completed is still to be made in a store of this process.
    const isToBeMade = last?.state === 'running' || last?.state === 'completed';
    if (isToBeMade && !(await this.#make(last, interrupted))) return false;
    await pause(keepReplacedMs, interrupted);
    if (interrupted.aborted) return true;
    await store.removeOthers(this.#definition, last?.state === 'running' ? last.generation : undefined);
    return true;
  }

  /**
   * Until readers have the generation, or there is a decision, or an event cannot be folded.
   * @returns false if it is still running: the event is skipped, and this process has yet to learn that
   */
  async #make(rebuild: Rebuild, interrupted: AbortSignal): Promise<boolean> {
    const { store, record, logger } = this.#options;
    const { name } = this.#definition;
    const { version, generation } = rebuild;
    if ((await store.liveGeneration(this.#definition)) !== generation) {
      const outcome = await this.#build(generation, interrupted);
      if (outcome === undefined) return true;
      if (outcome.kind === 'failed') {
        const { position, error } = outcome;
        const isRunning = await record(name, { type: 'FailRebuild', version, generation, position, error });
        const details = { projection: name, version, ...outcome };
        if (isRunning) logger.info(details, 'A rebuild goes on: the event that it cannot fold is skipped');
        else logger.error(details, 'A rebuild has failed; the live read model goes on');
        return !isRunning;
      }
      this.#options.onSwitched?.(this.#definition);
      logger.info({ projection: name, version }, 'A projection has been rebuilt, and readers have the new read model');
    }
    if (rebuild.state === 'running') await record(name, { type: 'CompleteRebuild', version, generation });
    return true;
  }

  async #build(generation: string, interrupted: AbortSignal) {
    const { controls } = this.#options;
    const rebuild = startRebuild({
      ...this.#options,
      definition: this.#definition,
      generation,
      isSkipped: controls.of(this.#definition).isSkipped,
    });
    this.#rebuild = rebuild;
    const ended = once(interrupted, 'abort').then(() => undefined);
    try {
      return interrupted.aborted ? undefined : await Promise.race([rebuild.outcome, ended]);
    } finally {
      await rebuild.stop();
      this.#rebuild = undefined;
    }
  }
}
