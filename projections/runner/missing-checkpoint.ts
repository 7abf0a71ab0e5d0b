/** Finds out whether the log has lost the checkpoint of a read model. One report may be wrong, so it takes a second one. */
export class MissingCheckpoint {
  #suspected: bigint | undefined;
  #confirmed: bigint | undefined;

  /** The log has reported that it does not have the checkpoint. Returns whether this confirms an earlier report. */
  report(checkpoint: bigint | undefined): boolean {
    const confirms = checkpoint !== undefined && checkpoint === this.#suspected;
    if (confirms) this.#confirmed = checkpoint;
    this.#suspected = confirms ? undefined : checkpoint;
    return confirms;
  }

  /** The log does have it. */
  found(): void {
    this.#suspected = undefined;
  }

  /** Whether the read model with this checkpoint must be cleared. */
  isConfirmed(checkpoint: bigint): boolean {
    return checkpoint === this.#confirmed;
  }

  /** After the read model was cleared, or was found to have another checkpoint. */
  forgetConfirmed(): void {
    this.#confirmed = undefined;
  }
}
