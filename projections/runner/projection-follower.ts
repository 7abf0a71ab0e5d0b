import { type EventLog, EventLogUnavailable, LogBehindCheckpoint } from '../../server/core/event-log.ts';
import { growingPause } from '../../server/core/timing/growing-pause.ts';
import { pause } from '../../server/core/timing/pause.ts';
import { filterOf, type Projection } from '../definitions/projection.ts';
import {
  type Checkpoint,
  CheckpointConflict,
  type ReadModel,
  ReadModelUnavailable,
} from '../read-models/read-model-store.ts';
import type { AppliedListener } from './applied.ts';
import { appliedOf } from './applied-batch.ts';
import { BatchFold } from './batch-fold.ts';
import { type CommittedBatch, type Fold, FoldFailed, maxEvents } from './fold.ts';
import { GatheringFold } from './gathering-fold.ts';
import { LocalFold } from './local-fold.ts';
import { ProjectionProgress } from './projection-progress.ts';
import type { ProjectionStatus } from './projection-status.ts';
import type { TimeSlice } from './time-slice.ts';

/** Takes pino's loggers. */
export interface ProjectionLogger {
  debug(details: object, message: string): void;
  info(details: object, message: string): void;
  warn(details: object, message: string): void;
  error(details: object, message: string): void;
}

/** All in ms. */
export interface Pauses {
  /** After the first failure; doubles with each that follows. */
  readonly first: number;
  /** The longest while the log or the store is away. */
  readonly longestAway: number;
  /** The longest while an event cannot be folded. */
  readonly longestFailing: number;
  /** Between two looks at whether the other runner still works. */
  readonly standby: number;
}

export interface FollowerOptions {
  readonly definition: Projection;
  readonly log: Pick<EventLog, 'subscribe' | 'head'>;
  readonly model: ReadModel;
  readonly onApplied: AppliedListener;
  /** Called when the read model was cleared, before it is built again. */
  readonly onCleared: () => void;
  readonly logger: ProjectionLogger;
  readonly pauses: Pauses;
  readonly slice: TimeSlice;
}

/** More of one checkpoint are not kept: each is a batch of events and documents. */
const mostUnanswered = 8;

/** Follows the log for one projection, from its checkpoint on, through every failure until it is stopped. */
export class ProjectionFollower {
  readonly #options: FollowerOptions;
  readonly #progress: ProjectionProgress;
  readonly #stop = new AbortController();
  readonly #reachedEnd = Promise.withResolvers<true>();
  readonly #cannotGoOn = Promise.withResolvers<false>();
  readonly #running: Promise<void>;
  #maxEvents = maxEvents;
  /** Commits from the same checkpoint that had no answer, oldest first: one of them at most is made, maybe later. */
  #unanswered: CommittedBatch[] = [];
  /** A checkpoint that the log was once said not to have. One answer may be wrong, so it is asked again. */
  #doubtedAt: bigint | undefined;
  /** A checkpoint that the log does not have: the read model is to be cleared. */
  #aheadAt: bigint | undefined;
  /** Whether an operator wants to know that it reaches the end of the log: the first time, and after each failure. */
  #endIsNews = true;

  constructor(options: FollowerOptions) {
    this.#options = options;
    this.#progress = new ProjectionProgress(options.definition);
    this.#running = this.#run();
  }

  /**
   * True when it has reached the end of the log for the first time, or knows that another runner has; false when it has met
   * an event that it cannot fold before.
   */
  get caughtUp(): Promise<boolean> {
    return Promise.race([this.#reachedEnd.promise, this.#cannotGoOn.promise]);
  }

  get status(): ProjectionStatus {
    return this.#progress.status;
  }

  /** Ends after the commit under way. */
  async stop(): Promise<void> {
    this.#stop.abort();
    await this.#running;
  }

  get #stopping(): boolean {
    return this.#stop.signal.aborted;
  }

  async #run(): Promise<void> {
    while (!this.#stopping && this.#progress.state !== 'stopped') {
      try {
        if (this.#progress.state === 'standby') await this.#standBy();
        else await this.#follow();
      } catch (error) {
        if (!this.#stopping) await this.#setBack(error);
      }
    }
    this.#progress.enter('stopped');
  }

  async #follow(): Promise<void> {
    const { definition, log, slice } = this.#options;
    const checkpoint = await this.#resume();
    this.#settleUnanswered(checkpoint?.position);
    this.#progress.found(checkpoint?.position);
    const fold = this.#foldFrom(checkpoint?.position);
    const began = performance.now();
    let folded = 0;
    const batches = log.subscribe({
      filter: filterOf(definition),
      signal: this.#stop.signal,
      ...(checkpoint !== undefined && { after: checkpoint.position, afterId: checkpoint.eventId }),
    });
    try {
      for await (const { events, position, positionId, caughtUp } of batches) {
        this.#doubtedAt = undefined;
        await fold.apply(events, position, !caughtUp, positionId);
        folded += events.length;
        if (this.#stopping) break;
        if (caughtUp) this.#reachEnd(folded, began);
        else await slice.rest();
      }
    } catch (error) {
      await fold.settle();
      if (fold.unanswered !== undefined)
        this.#unanswered = [...this.#unanswered, fold.unanswered].slice(-mostUnanswered);
      if (error instanceof ReadModelUnavailable) {
        // A batch that is too much for the store at once must not fail for ever.
        this.#maxEvents = Math.max(1, Math.floor(fold.maxEvents / 4));
      }
      throw error;
    }
    await fold.settle();
    if (!this.#stopping) throw new EventLogUnavailable('The event log has ended the subscription');
  }

  #foldFrom(checkpoint: bigint | undefined): Fold {
    const { definition, model } = this.#options;
    const onCommitted = (batch: CommittedBatch) => this.#onCommitted(batch);
    return model.local === undefined
      ? new GatheringFold(new BatchFold(definition, model, { checkpoint, maxEvents: this.#maxEvents }, onCommitted))
      : new LocalFold(definition, model.local, checkpoint, onCommitted);
  }

  /** Where to go on. What was built from events that the log does not have is cleared first, unless another runner has. */
  async #resume(): Promise<Checkpoint | undefined> {
    const { model, onCleared } = this.#options;
    const checkpoint = await model.resume();
    if (this.#aheadAt !== undefined && checkpoint?.position === this.#aheadAt) {
      await model.clear(checkpoint.position);
      this.#unanswered = [];
      onCleared();
      this.#aheadAt = undefined;
      return undefined;
    }
    this.#aheadAt = undefined;
    return checkpoint;
  }

  /** Another runner commits. As long as the checkpoint moves it is alive; when it rests, this one tries to take over. */
  async #standBy(): Promise<void> {
    const { log, model, pauses } = this.#options;
    const end = await log.head();
    for (;;) {
      const before = await model.checkpoint();
      this.#progress.found(before);
      if (end === undefined || (before !== undefined && before >= end)) this.#reachedEnd.resolve(true);
      // Two runners that lost to a third must not come back at the same moment, each time.
      await pause(pauses.standby * (0.75 + Math.random() / 2), this.#stop.signal);
      if (this.#stopping) return;
      if ((await model.checkpoint()) !== before) continue;
      this.#progress.enter('catching-up');
      return;
    }
  }

  #onCommitted(batch: CommittedBatch, overtaken = false): void {
    this.#maxEvents = maxEvents;
    // The checkpoint that others were sent with is past: none of them can be made any more.
    this.#unanswered = [];
    this.#progress.committed(batch);
    if (batch.events.length === 0) return;
    const { definition, logger, onApplied } = this.#options;
    try {
      onApplied(appliedOf(definition.name, batch, overtaken));
    } catch (error) {
      logger.error({ err: error, projection: definition.name }, 'A listener of applied events failed');
    }
  }

  /**
   * Tells of a commit without an answer once the checkpoint has come as far: then its events are in the read model. Whether
   * by that commit or, when another runner went on meanwhile, by one of that runner's: both fold the same events from the
   * same checkpoint to the same documents. A commit may also arrive after its connection broke, and after the checkpoint
   * was read: it then stands in the way of the next one, and is found here after that.
   */
  #settleUnanswered(checkpoint: bigint | undefined): void {
    if (checkpoint === undefined) return;
    const batch = this.#unanswered.findLast(({ position }) => position <= checkpoint);
    if (batch !== undefined) this.#onCommitted(batch, batch.position < checkpoint);
  }

  #reachEnd(events: number, began: number): void {
    this.#progress.reachedEnd();
    this.#reachedEnd.resolve(true);
    if (!this.#endIsNews) return;
    this.#endIsNews = false;
    const { definition, logger } = this.#options;
    const ms = Math.round(performance.now() - began);
    logger.info({ projection: definition.name, version: definition.version, events, ms }, 'A projection has caught up');
  }

  async #setBack(error: unknown): Promise<void> {
    const { definition, logger, pauses } = this.#options;
    const details = { err: error, projection: definition.name, version: definition.version };
    if (error instanceof CheckpointConflict) {
      this.#progress.enter('standby');
      // As often as there is news, wherever several processes project.
      logger.debug(details, 'Another runner is at work on this projection; standing by');
      return;
    }
    const { position } = this.#progress;
    const isBehind = error instanceof LogBehindCheckpoint;
    if (isBehind && position !== undefined && position === this.#doubtedAt) {
      this.#progress.failed(error);
      this.#progress.enter('catching-up');
      logger.warn(details, 'The log is behind the read model, which is cleared and built again');
      this.#endIsNews = true;
      this.#doubtedAt = undefined;
      this.#aheadAt = position;
      return;
    }
    const isAway = isBehind || error instanceof ReadModelUnavailable || error instanceof EventLogUnavailable;
    const longest = isAway ? pauses.longestAway : pauses.longestFailing;
    const pauseMs = growingPause(this.#progress.failures, pauses.first, longest);
    this.#progress.failed(error);
    if (error instanceof FoldFailed) this.#cannotGoOn.resolve(false);
    this.#progress.enter('paused');
    this.#endIsNews = true;
    if (isBehind) {
      this.#doubtedAt = position;
      logger.info({ ...details, pauseMs }, 'The log seems to be behind the read model, and is asked again');
    } else {
      // An outage ends by itself; the other failures need an operator.
      logger[isAway ? 'warn' : 'error']({ ...details, pauseMs }, 'A projection pauses after a failure');
    }
    await pause(pauseMs, this.#stop.signal);
  }
}
