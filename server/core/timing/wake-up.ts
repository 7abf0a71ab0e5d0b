/** Wakes one waiter. A notification without a waiter wakes the next one. After an abort, `wait` resolves at once. */
export class WakeUp {
  readonly #signal: AbortSignal;
  #notified = false;
  #wake: (() => void) | undefined;

  constructor(signal: AbortSignal) {
    this.#signal = signal;
    signal.addEventListener('abort', this.notify);
  }

  readonly notify = (): void => {
    this.#notified = true;
    this.#wake?.();
  };

  /** Resolves true on a notification or an abort, false after `timeoutMs` (default: no time-out). */
  async wait(timeoutMs?: number): Promise<boolean> {
    let timer: NodeJS.Timeout | undefined;
    if (!this.#notified && !this.#signal.aborted) {
      await new Promise<void>((resolve) => {
        this.#wake = resolve;
        if (timeoutMs !== undefined) timer = setTimeout(resolve, timeoutMs);
      });
      this.#wake = undefined;
      clearTimeout(timer);
    }
    const woken = this.#notified || this.#signal.aborted;
    this.#notified = false;
    return woken;
  }

  close(): void {
    this.#signal.removeEventListener('abort', this.notify);
  }
}
