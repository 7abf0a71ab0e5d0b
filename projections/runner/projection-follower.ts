import { once } from 'node:events';
import { EventLogUnavailable, isLogOutage, LogBehindCheckpoint } from '../../server/core/event-log.ts';
import { backoffMs } from '../../server/core/timing/backoff.ts';
import { pause } from '../../server/core/timing/pause.ts';
import { filterOf } from '../definitions/projection.ts';
import {
  type Checkpoint,
  CheckpointConflict,
  GenerationReplaced,
  ReadModelUnavailable,
} from '../read-models/read-model-store.ts';
import { toApplied } from './applied-batch.ts';
import { BatchFold } from './batch-fold.ts';
import { controlled } from './control.ts';
import { type CommittedBatch, type Fold, FoldFailed, maxEvents } from './fold.ts';
import type { FollowerOptions } from './follower-options.ts';
import { gatherIdleBatches } from './gather-idle-batches.ts';
import { GatheringFold } from './gathering-fold.ts';
import { LocalFold } from './local-fold.ts';
import { MissingCheckpoint } from './missing-checkpoint.ts';
import { ProjectionProgress } from './projection-progress.ts';
import type { ProjectionStatus } from './projection-status.ts';
import { Serving } from './serving.ts';
import { untilIdle } from './standby.ts';
import { logLoss, watchStore } from './store-watch.ts';
import { UnconfirmedCommits } from './unconfirmed-commits.ts';

/** Follows the log for one projection from its checkpoint, and retries after failures until it is stopped. */
export class ProjectionFollower {
  readonly #options: FollowerOptions;
  readonly #progress: ProjectionProgress;
  readonly #serving: Serving;
  readonly #stop = new AbortController();
  /** Ends the current turn: an operator has decided, or the store has lost data. Replaced for each turn. */
  #turn = new AbortController();
  readonly #reachedEnd = Promise.withResolvers<true>();
  readonly #blocked = Promise.withResolvers<false>();
  readonly #running: Promise<void>;
  /** When the last batch was received, of `performance.now()`. */
  #receivedAt = 0;
  #maxEvents: number;
  readonly #unconfirmed = new UnconfirmedCommits();
  readonly #missingCheckpoint = new MissingCheckpoint();
  /** Whether to log the end of catching up: the first time, and after each failure. */
  #logsCaughtUp = true;

  constructor(options: FollowerOptions) {
    this.#options = options;
    this.#maxEvents = this.#limit;
    this.#progress = new ProjectionProgress(options.definition);
    this.#serving = new Serving(options);
    this.#running = this.#run();
    void watchStore({
      ...options,
      progress: this.#progress,
      onLoss: () => this.#loseData(),
      signal: this.#stop.signal,
    });
  }

  /**
   * True once this or another runner has reached the end of the log; false when an event that cannot be folded comes
   * first, or it is paused.
   */
  get caughtUp(): Promise<boolean> {
    return Promise.race([this.#reachedEnd.promise, this.#blocked.promise]);
  }

  /** Resolves once an event cannot be folded, or the projection is paused. */
  get blocked(): Promise<false> {
    return this.#blocked.promise;
  }

  get status(): ProjectionStatus {
    return this.#progress.status;
  }

  /** Resolves after the commit in progress. */
  async stop(): Promise<void> {
    this.#stop.abort();
    await this.#running;
  }

  get #limit(): number {
    return this.#options.maxEvents ?? maxEvents;
  }

  get #interrupted(): AbortSignal {
    return AbortSignal.any([this.#stop.signal, this.#turn.signal]);
  }

  async #run(): Promise<void> {
    const endListening = this.#options.control.listen(() => this.#turn.abort());
    while (!this.#stop.signal.aborted && this.#progress.state !== 'stopped') {
      this.#turn = new AbortController();
      try {
        if (this.#progress.state === 'standby') await this.#standBy();
        else await this.#follow();
      } catch (error) {
        if (!this.#stop.signal.aborted) await this.#recover(error);
      }
    }
    endListening();
    this.#progress.enter('stopped');
  }

  async #follow(): Promise<void> {
    const { definition, log, model, control, slice } = this.#options;
    const interrupted = this.#interrupted;
    const { pausedAt } = control;
    const checkpoint = await this.#resume();
    if (checkpoint === undefined) await this.#serving.beginBuild();
    this.#publishUnconfirmed(checkpoint?.position);
    this.#progress.checkpointRead(checkpoint?.position);
    if (pausedAt !== undefined && checkpoint !== undefined && checkpoint.position >= pausedAt.position) {
      await this.#serving.markStale(checkpoint.position, { since: pausedAt.at, failedEvent: undefined });
      await this.#stayPaused(interrupted);
      return;
    }
    if (this.#progress.state === 'paused') this.#progress.enter('catching-up');
    const fold = this.#foldFrom(checkpoint?.position);
    const startedAt = performance.now();
    let folded = 0;
    let reachedPause = false;
    const after = checkpoint && { after: checkpoint.position, afterId: checkpoint.eventId };
    const subscribe = (signal: AbortSignal) => log.subscribe({ filter: filterOf(definition), signal, ...after });
    // A commit in memory costs less than gathering.
    const batches = model.local === undefined ? gatherIdleBatches(subscribe, interrupted) : subscribe(interrupted);
    try {
      for await (const batch of batches) {
        const { events, position, positionId, caughtUp, isPaused } = controlled(batch, control);
        this.#missingCheckpoint.found();
        this.#receivedAt = performance.now();
        await fold.apply(events, position, positionId, !caughtUp && !isPaused);
        folded += events.length;
        if (isPaused) reachedPause = true;
        if (interrupted.aborted || isPaused) break;
        if (caughtUp) this.#reachEnd(folded, startedAt);
        else await slice.yieldIfUsedUp();
      }
    } catch (error) {
      await fold.settle();
      this.#unconfirmed.add(fold.unconfirmed);
      if (error instanceof ReadModelUnavailable) {
        // Retry with a smaller batch: this one may be too large for the store.
        this.#maxEvents = Math.max(1, Math.floor(fold.maxEvents / 4));
      }
      throw error;
    }
    await fold.settle();
    if (interrupted.aborted || reachedPause) return;
    throw new EventLogUnavailable('The event log has ended the subscription');
  }

  /** Until an operator resumes it. */
  async #stayPaused(interrupted: AbortSignal): Promise<void> {
    this.#progress.enter('paused');
    this.#blocked.resolve(false);
    if (!interrupted.aborted) await once(interrupted, 'abort');
  }

  #foldFrom(checkpoint: bigint | undefined): Fold {
    const { definition, model } = this.#options;
    const start = { checkpoint, maxEvents: this.#maxEvents, limit: this.#limit };
    const onCommitted = (batch: CommittedBatch) => this.#onCommitted(batch);
    return model.local === undefined
      ? new GatheringFold(new BatchFold(definition, model, start, onCommitted))
      : new LocalFold(definition, model.local, checkpoint, onCommitted);
  }

  /** The checkpoint to start from. First clears a read model that is ahead of the log, unless another runner has. */
  async #resume(): Promise<Checkpoint | undefined> {
    const { model, onCleared, onEmpty } = this.#options;
    let checkpoint = await model.resume();
    if (checkpoint !== undefined && this.#missingCheckpoint.isConfirmed(checkpoint.position)) {
      this.#progress.checkpointRead(undefined);
      await model.clear(checkpoint.position);
      this.#unconfirmed.clear();
      onCleared();
      checkpoint = undefined;
    }
    this.#missingCheckpoint.forgetConfirmed();
    if (checkpoint !== undefined) return checkpoint;
    await onEmpty();
    return model.resume();
  }

  /** Continues from what the store has. */
  #loseData(): void {
    // The watch and a commit may both find it.
    if (this.#progress.position === undefined) return;
    logLoss(this.#options, this.#progress.position);
    this.#logsCaughtUp = true;
    this.#progress.enter('catching-up');
    this.#progress.checkpointRead(undefined);
    this.#turn.abort();
  }

  /** Waits while another runner commits, and tries to take over once the checkpoint stops moving. */
  async #standBy(): Promise<void> {
    const isFree = await untilIdle({
      ...this.#options,
      interrupted: this.#interrupted,
      stopped: this.#stop.signal,
      onRead: (checkpoint, isAtEnd) => {
        this.#progress.checkpointRead(checkpoint);
        if (isAtEnd) this.#reachedEnd.resolve(true);
      },
    });
    if (isFree) this.#progress.enter('catching-up');
  }

  #onCommitted(batch: CommittedBatch, superseded = false): void {
    this.#maxEvents = this.#limit;
    this.#unconfirmed.clear();
    this.#progress.committed(batch);
    if (batch.events.length === 0) return;
    const { definition, logger, onApplied } = this.#options;
    try {
      onApplied(toApplied(definition.name, batch, superseded), this.#receivedAt);
    } catch (error) {
      logger.error({ err: error, projection: definition.name }, 'A listener of applied events failed');
    }
  }

  /**
   * Publishes an unconfirmed commit once the checkpoint has reached it: its events are then in the read model, through
   * this commit or another runner's. Both fold the same events from the same checkpoint into the same documents. A
   * commit may also take effect after its connection broke and the checkpoint was read: the next commit then conflicts,
   * and the resume after that finds it here.
   */
  #publishUnconfirmed(checkpoint: bigint | undefined): void {
    const batch = this.#unconfirmed.reachedBy(checkpoint);
    if (batch !== undefined) this.#onCommitted(batch, batch.position !== checkpoint);
  }

  #reachEnd(events: number, startedAt: number): void {
    this.#progress.reachedEnd();
    this.#reachedEnd.resolve(true);
    this.#serving.endBuild();
    if (!this.#logsCaughtUp) return;
    this.#logsCaughtUp = false;
    const { definition, logger } = this.#options;
    const ms = Math.round(performance.now() - startedAt);
    logger.info({ projection: definition.name, version: definition.version, events, ms }, 'A projection has caught up');
  }

  async #recover(error: unknown): Promise<void> {
    const { definition, logger, delays } = this.#options;
    const correlationId = error instanceof FoldFailed ? error.correlationId : undefined;
    const details = { err: error, projection: definition.name, version: definition.version, correlationId };
    if (error instanceof GenerationReplaced) {
      logger.debug(details, 'Another generation of this read model is live; continuing with it');
      return;
    }
    if (error instanceof CheckpointConflict) {
      if (error.isLoss) return this.#loseData();
      this.#progress.enter('standby');
      // Debug, because several processes on one store conflict with every update.
      logger.debug(details, 'Another runner is at work on this projection; standing by');
      return;
    }
    const { position } = this.#progress;
    const isLogBehind = error instanceof LogBehindCheckpoint;
    if (isLogBehind && this.#missingCheckpoint.report(position)) {
      this.#progress.failed(error);
      this.#progress.enter('catching-up');
      logger.warn(details, 'The log is behind the read model, which is cleared and built again');
      this.#logsCaughtUp = true;
      return;
    }
    const isOutage = isLogBehind || error instanceof ReadModelUnavailable || isLogOutage(error);
    const maxDelayMs = isOutage ? delays.maxUnavailableMs : delays.maxFailingMs;
    const delayMs = backoffMs(this.#progress.failures, delays.firstMs, maxDelayMs);
    this.#progress.failed(error);
    this.#progress.enter('failing');
    this.#logsCaughtUp = true;
    if (isLogBehind) {
      logger.info({ ...details, delayMs }, 'The log seems to be behind the read model; checking again');
    } else {
      // An outage ends without an operator; other failures need one.
      logger[isOutage ? 'warn' : 'error']({ ...details, delayMs }, 'A projection failed and will be tried again');
    }
    if (error instanceof FoldFailed) await this.#waitBefore(error, delayMs);
    else await pause(delayMs, this.#interrupted);
  }

  /** Serves what precedes the event that cannot be folded, until the next attempt. */
  async #waitBefore(failed: FoldFailed, delayMs: number): Promise<void> {
    this.#blocked.resolve(false);
    await this.#serving.markStale(this.#progress.position, { since: failed.at, failedEvent: failed.position });
    if (this.#options.control.pausedAt) await this.#stayPaused(this.#interrupted);
    else await pause(delayMs, this.#interrupted);
  }
}
