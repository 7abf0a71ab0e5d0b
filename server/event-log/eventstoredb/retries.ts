import { backoffMs } from '../../core/timing/backoff.ts';
import type { Timing } from './session.ts';

/** The pauses between the attempts of one subscription, and when to give up. */
export class Retries {
  readonly #timing: Pick<Timing, 'firstPauseMs' | 'maxPauseMs' | 'giveUpMs'>;
  #failures = 0;
  /** When this attempt began to receive, and when the first of the failed attempts in a row ended. Monotonic. */
  #receivingSinceMs: number | undefined;
  #interruptedAtMs: number | undefined;

  constructor(timing: Pick<Timing, 'firstPauseMs' | 'maxPauseMs' | 'giveUpMs'>) {
    this.#timing = timing;
  }

  /** @param isProgress whether the batch moved the position */
  received(isProgress: boolean): void {
    this.#receivingSinceMs ??= performance.now();
    this.#interruptedAtMs = undefined;
    if (isProgress) this.#failures = 0;
  }

  /** Returns the pause before the next attempt, in ms; undefined to give up. */
  failed(): number | undefined {
    const { firstPauseMs, maxPauseMs, giveUpMs } = this.#timing;
    const nowMs = performance.now();
    if (this.#receivingSinceMs !== undefined && nowMs - this.#receivingSinceMs > maxPauseMs) this.#failures = 0;
    this.#receivingSinceMs = undefined;
    this.#interruptedAtMs ??= nowMs;
    const leftMs = this.#interruptedAtMs + giveUpMs - nowMs;
    return leftMs <= 0 ? undefined : Math.min(leftMs, backoffMs(this.#failures++, firstPauseMs, maxPauseMs));
  }
}
