import type { CommittedBatch } from './fold.ts';

/** Kept per checkpoint; each holds events and documents. */
const maxUnconfirmed = 8;

/** Commits from one checkpoint with unknown outcome, oldest first. At most one takes effect, possibly later. */
export class UnconfirmedCommits {
  #batches: readonly CommittedBatch[] = [];

  add(batch: CommittedBatch | undefined): void {
    if (batch !== undefined) this.#batches = [...this.#batches, batch].slice(-maxUnconfirmed);
  }

  /** A commit was made: the others expect an earlier checkpoint, and none of them can take effect any more. */
  clear(): void {
    this.#batches = [];
  }

  /** The last one that the checkpoint has reached: its events are in the read model. */
  reachedBy(checkpoint: bigint | undefined): CommittedBatch | undefined {
    if (checkpoint === undefined) return undefined;
    return this.#batches.findLast(({ position }) => position <= checkpoint);
  }
}
