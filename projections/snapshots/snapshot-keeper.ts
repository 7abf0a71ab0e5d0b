import type { Logger } from '../../server/core/logger.ts';

export interface SnapshotKeeperOptions {
  /** Of the log. */
  readonly head: () => Promise<bigint | undefined>;
  /** The position that the snapshots of all projections cover. */
  readonly coveredPosition: bigint;
  /** Makes snapshots up to the current head. */
  readonly make: (signal: AbortSignal) => Promise<void>;
  /** Number of positions after which new snapshots are made. */
  readonly minNewPositions: number;
  readonly checkIntervalMs: number;
  readonly logger: Pick<Logger, 'info' | 'warn'>;
}

/** Makes snapshots while the program runs; not at its stop, which must be quick. */
export class SnapshotKeeper {
  readonly #options: SnapshotKeeperOptions;
  readonly #stop = new AbortController();
  #covered: bigint;
  #timer: NodeJS.Timeout | undefined;
  #making: Promise<void> | undefined;

  constructor(options: SnapshotKeeperOptions) {
    this.#options = options;
    this.#covered = options.coveredPosition;
  }

  /** Checks now, then periodically. */
  start(): void {
    this.#timer ??= setInterval(() => this.#check(), this.#options.checkIntervalMs).unref();
    this.#check();
  }

  /** Also aborts snapshots in progress. */
  async stop(): Promise<void> {
    clearInterval(this.#timer);
    this.#stop.abort();
    await this.#making;
  }

  #check(): void {
    this.#making ??= this.#makeIfDue().finally(() => {
      this.#making = undefined;
    });
  }

  async #makeIfDue(): Promise<void> {
    const { head, make, minNewPositions, logger } = this.#options;
    try {
      const end = (await head()) ?? 0n;
      if (end - this.#covered < minNewPositions) return;
      // Set before it can fail, so that a failing attempt is repeated only after `minNewPositions` more.
      this.#covered = end;
      const startedAt = performance.now();
      await make(this.#stop.signal);
      const ms = Math.round(performance.now() - startedAt);
      logger.info({ position: String(end), ms }, 'Snapshots of the read models are written');
    } catch (error) {
      if (this.#stop.signal.aborted) return;
      const reason = error instanceof Error ? error.message : String(error);
      logger.warn({ reason }, 'No snapshots were made; the next start reads more of the log');
    }
  }
}
