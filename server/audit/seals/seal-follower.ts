import { type EventLog, EventLogUnavailable, LogBehindCheckpoint } from '../../core/event-log.ts';
import { makeDirectory } from '../../core/files/directories.ts';
import { tryLock } from '../../core/files/process-lock.ts';
import type { Logger } from '../../core/logger.ts';
import { backoffMs } from '../../core/timing/backoff.ts';
import { pause } from '../../core/timing/pause.ts';
import { eventLoop, SpareTime } from '../../core/timing/spare-time.ts';
import type { Signer } from './note.ts';
import type { SealFolder } from './seal-folder.ts';
import { LogDiffersFromSeals, Sealer } from './sealer.ts';

/** When a checkpoint is due, and the pauses between attempts. */
export interface SealLimits {
  readonly maxEvents: number;
  /** Since the first event that is not sealed. */
  readonly maxAgeMs: number;
  /** Collects events at the end of the log, so that they are hashed in batches. */
  readonly gatherMs: number;
  /** How long it may fall behind a busy process before it takes a larger share of its time. */
  readonly maxLagMs: number;
  /** Between two attempts to take over from another process. */
  readonly standbyMs: number;
  readonly firstRetryMs: number;
  readonly maxRetryMs: number;
}

export const sealLimits: SealLimits = {
  maxEvents: 10_000,
  // Less than the minute that is promised: writing takes time, too.
  maxAgeMs: 50_000,
  gatherMs: 200,
  maxLagMs: 300_000,
  standbyMs: 5_000,
  firstRetryMs: 1_000,
  maxRetryMs: 60_000,
};

/** `standby`: another process seals. `differs`: the log contradicts the seals, so that nothing more is sealed. */
export interface SealStatus {
  readonly state: 'starting' | 'sealing' | 'standby' | 'paused' | 'differs' | 'stopped';
  /** Number of sealed events. */
  readonly size: number;
  /** Why it pauses, for the operator. */
  readonly reason?: string;
}

/** Much shorter than a slice of time. */
const sliceEvents = 64;

/** Seals the log as it grows, if no other process does, and retries after failures until it is stopped. */
export class SealFollower {
  readonly #log: Pick<EventLog, 'subscribe' | 'readAll'>;
  readonly #folder: SealFolder;
  readonly #signer: Signer;
  readonly #logger: Logger;
  readonly #limits: SealLimits;
  readonly #stop = new AbortController();
  readonly #spareTime: SpareTime;
  readonly #running: Promise<void>;
  #failures = 0;
  #status: SealStatus = { state: 'starting', size: 0 };

  constructor(
    log: Pick<EventLog, 'subscribe' | 'readAll'>,
    folder: SealFolder,
    signer: Signer,
    logger: Logger,
    limits: SealLimits,
  ) {
    this.#log = log;
    this.#folder = folder;
    this.#signer = signer;
    this.#logger = logger;
    this.#limits = limits;
    this.#spareTime = new SpareTime(eventLoop(this.#stop.signal), limits.maxLagMs);
    this.#running = this.#run();
  }

  get status(): SealStatus {
    return this.#status;
  }

  async stop(): Promise<void> {
    this.#stop.abort();
    await this.#running;
  }

  get #stopping(): boolean {
    return this.#stop.signal.aborted;
  }

  async #run(): Promise<void> {
    while (!this.#stopping && this.#status.state !== 'differs') {
      try {
        await this.#sealAlone();
      } catch (error) {
        if (!this.#stopping) await this.#recover(error);
      }
    }
    if (this.#stopping) this.#status = { state: 'stopped', size: this.#status.size };
  }

  /** One process at a time seals; the others try to take over. */
  async #sealAlone(): Promise<void> {
    await makeDirectory(this.#folder.path);
    const lock = tryLock(this.#folder.lockFile);
    if (!lock) {
      const last = await this.#folder.checkpoints.last();
      this.#status = { state: 'standby', size: last?.size ?? 0 };
      return pause(this.#limits.standbyMs, this.#stop.signal);
    }
    try {
      const sealer = await Sealer.open(this.#folder, this.#signer, this.#log);
      this.#status = { state: 'sealing', size: sealer.size };
      await this.#follow(sealer);
    } finally {
      lock.release();
    }
  }

  async #follow(sealer: Sealer): Promise<void> {
    const failed = new AbortController();
    const signal = AbortSignal.any([this.#stop.signal, failed.signal]);
    let failure: unknown;
    let timer: NodeJS.Timeout | undefined;
    const fail = (error: unknown) => {
      failure = error;
      failed.abort();
    };
    const seal = async () => {
      clearTimeout(timer);
      timer = undefined;
      const checkpoint = await sealer.seal();
      if (!checkpoint) return;
      this.#failures = 0;
      this.#status = { state: 'sealing', size: checkpoint.size };
    };
    const sealWhenDue = () => {
      timer ??= setTimeout(() => void seal().catch(fail), this.#limits.maxAgeMs);
    };
    let writing: Promise<void> = Promise.resolve();
    const from = sealer.position === undefined ? {} : { after: sealer.position };
    let hasWaited = true;
    try {
      for await (const { events, caughtUp } of this.#log.subscribe({ ...from, signal })) {
        // Reading a page of the file is a part of the work, waiting for new events is not.
        if (hasWaited) this.#spareTime.begin();
        hasWaited = caughtUp;
        for (const [index, event] of events.entries()) {
          sealer.add(event);
          if (sealer.unsealed >= this.#limits.maxEvents) {
            // Reads on while the disk writes.
            await writing;
            writing = seal();
            writing.catch(fail);
            this.#spareTime.resume();
          }
          if (index % sliceEvents < sliceEvents - 1) continue;
          await this.#spareTime.yieldIfUsedUp();
        }
        if (sealer.unsealed > 0) sealWhenDue();
        if (!caughtUp) continue;
        await pause(this.#limits.gatherMs, signal);
      }
      if (failed.signal.aborted) throw failure;
      await writing;
      await seal();
      if (!this.#stopping) throw new EventLogUnavailable('The event log has ended the subscription');
    } finally {
      clearTimeout(timer);
    }
  }

  async #recover(error: unknown): Promise<void> {
    const { size } = this.#status;
    const reason = error instanceof Error ? error.message : String(error);
    if (error instanceof LogDiffersFromSeals || error instanceof LogBehindCheckpoint) {
      this.#status = { state: 'differs', size, reason };
      this.#logger.error({ err: error, size }, new LogDiffersFromSeals().message);
      return;
    }
    const pauseMs = backoffMs(this.#failures++, this.#limits.firstRetryMs, this.#limits.maxRetryMs);
    this.#status = { state: 'paused', size, reason };
    this.#logger.warn({ err: error, pauseMs }, 'Sealing pauses after a failure');
    await pause(pauseMs, this.#stop.signal);
  }
}
