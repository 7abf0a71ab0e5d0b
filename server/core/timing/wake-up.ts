/** Wakes one waiter; what was announced while nobody waited wakes the next at once. An abort is news for good. */
export class WakeUp {
  readonly #signal: AbortSignal;
  #announced = false;
  #wake: (() => void) | undefined;

  constructor(signal: AbortSignal) {
    this.#signal = signal;
    signal.addEventListener('abort', this.announce);
  }

  readonly announce = (): void => {
    this.#announced = true;
    this.#wake?.();
  };

  /** Resolves true on news, false when `timeoutMs` (default: none) have passed without. */
  async wait(timeoutMs?: number): Promise<boolean> {
    let timer: NodeJS.Timeout | undefined;
    if (!this.#announced && !this.#signal.aborted) {
      await new Promise<void>((resolve) => {
        this.#wake = resolve;
        if (timeoutMs !== undefined) timer = setTimeout(resolve, timeoutMs);
      });
      this.#wake = undefined;
      clearTimeout(timer);
    }
    const heard = this.#announced || this.#signal.aborted;
    this.#announced = false;
    return heard;
  }

  close(): void {
    this.#signal.removeEventListener('abort', this.announce);
  }
}
