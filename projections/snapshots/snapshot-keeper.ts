import type { SnapshotLogger } from './find-snapshot.ts';

export interface SnapshotKeeperLogger extends SnapshotLogger {
  info(details: object, message: string): void;
}

export interface SnapshotKeeperOptions {
  /** Of an embedded log, whose positions count its events. */
  readonly head: () => Promise<bigint | undefined>;
  /** Up to where there are snapshots of all projections. */
  readonly covered: bigint;
  /** Makes them anew, up to the head of that moment. */
  readonly make: (signal: AbortSignal) => Promise<void>;
  /** So many events past the last snapshots new ones are made. */
  readonly every: number;
  readonly lookEveryMs: number;
  readonly logger: SnapshotKeeperLogger;
}

/** Has snapshots made while the program runs: never when it stops, which shall not take long. */
export class SnapshotKeeper {
  readonly #options: SnapshotKeeperOptions;
  readonly #stop = new AbortController();
  #covered: bigint;
  #timer: NodeJS.Timeout | undefined;
  #making: Promise<void> | undefined;

  constructor(options: SnapshotKeeperOptions) {
    this.#options = options;
    this.#covered = options.covered;
  }

  /** Looks at once, and then now and then. */
  start(): void {
    this.#timer ??= setInterval(() => this.#look(), this.#options.lookEveryMs).unref();
    this.#look();
  }

  /** Ends also what is being made. */
  async stop(): Promise<void> {
    clearInterval(this.#timer);
    this.#stop.abort();
    await this.#making;
  }

  #look(): void {
    this.#making ??= this.#makeIfDue().finally(() => {
      this.#making = undefined;
    });
  }

  async #makeIfDue(): Promise<void> {
    const { head, make, every, logger } = this.#options;
    try {
      const end = (await head()) ?? 0n;
      if (end - this.#covered < every) return;
      // Also when it fails: it is tried again after as many events, lest it take the machine for itself.
      this.#covered = end;
      const began = performance.now();
      await make(this.#stop.signal);
      const ms = Math.round(performance.now() - began);
      logger.info({ position: String(end), ms }, 'Snapshots of the read models are written');
    } catch (error) {
      if (this.#stop.signal.aborted) return;
      const reason = error instanceof Error ? error.message : String(error);
      logger.warn({ reason }, 'No snapshots were made; the next start reads more of the log');
    }
  }
}
