/**
 * Runs an operation for many callers, one run at a time. Each caller gets a run that began after the call: those who call
 * during a run share the next one.
 */
export class SharedRun {
  readonly #operation: () => Promise<void>;
  #current: Promise<void> | undefined;
  #next: Promise<void> | undefined;

  constructor(operation: () => Promise<void>) {
    this.#operation = operation;
  }

  /** Rejects as the operation does. */
  run(): Promise<void> {
    if (this.#next) return this.#next;
    if (!this.#current) return this.#start();
    const next = this.#current
      .catch(() => {})
      .then(() => {
        this.#next = undefined;
        return this.#start();
      });
    this.#next = next;
    return next;
  }

  #start(): Promise<void> {
    const run = this.#operation().finally(() => {
      if (this.#current === run) this.#current = undefined;
    });
    this.#current = run;
    return run;
  }
}
