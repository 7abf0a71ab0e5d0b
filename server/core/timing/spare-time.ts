import { availableParallelism } from 'node:os';
import { performance } from 'node:perf_hooks';
import { setImmediate } from 'node:timers/promises';
import { pause } from './pause.ts';

/** Length of a slice of work, in ms. */
const sliceMs = 5;
/** How often it looks whether the event loop has other work, and for how long, in ms. */
const observation = { everyMs: 50, ms: 2 };
/**
 * A process is busy if, while this work pauses, its event loop works for longer than this share of the time, or its threads
 * for longer than this share of what the cores offer: the thread that writes the log needs a core, too.
 */
const busyShare = 0.5;
/** Of the processor that this work takes while the process is busy. */
const shareWhileBusy = { usual: 0.03, late: 0.25 };

/** The event loop and its process; replaced in tests. */
export interface Loop {
  /** ms since an arbitrary moment. */
  now(): number;
  /** For how long the event loop has worked, in ms since the start. */
  activeMs(): number;
  /** For how long all threads have worked, in ms since the start. */
  processorMs(): number;
  cores(): number;
  pause(ms: number): Promise<void>;
  /** Lets other work run once. */
  turn(): Promise<void>;
}

export const eventLoop = (signal: AbortSignal): Loop => ({
  now: () => performance.now(),
  activeMs: () => performance.eventLoopUtilization().active,
  processorMs: () => {
    const { user, system } = process.cpuUsage();
    return (user + system) / 1_000;
  },
  cores: availableParallelism,
  pause: (ms) => pause(ms, signal),
  turn: () => setImmediate(),
});

/** How long all work of this kind has taken, in ms. What one pauses for is not the work of another one. */
let spareMs = 0;

/**
 * Work in slices, for which requests do not wait: at full speed while the event loop is idle otherwise, and with a small
 * share of it while it is busy.
 */
export class SpareTime {
  readonly #loop: Loop;
  readonly #maxLagMs: number;
  #sliceStart: number;
  #begunAt: number;
  #workedMs = observation.everyMs;
  #isBusy = false;

  /** @param maxLagMs how long the work may take, with its pauses, before it takes a larger share */
  constructor(loop: Loop, maxLagMs: number) {
    this.#loop = loop;
    this.#maxLagMs = maxLagMs;
    this.#sliceStart = this.#begunAt = loop.now();
  }

  /** Call it when there is work again, after a wait for it. */
  begin(): void {
    this.#sliceStart = this.#begunAt = this.#loop.now();
  }

  /** Call it after a wait for something else, which is not a part of the slice. */
  resume(): void {
    this.#sliceStart = this.#loop.now();
  }

  /** Await it between pieces of work that are shorter than a slice. */
  async yieldIfUsedUp(): Promise<void> {
    const now = this.#loop.now();
    const ownMs = now - this.#sliceStart;
    if (ownMs < sliceMs) return;
    this.#workedMs += ownMs;
    spareMs += ownMs;
    const share = now - this.#begunAt > this.#maxLagMs ? shareWhileBusy.late : shareWhileBusy.usual;
    if (this.#isBusy) await this.#observe(ownMs / share - ownMs);
    else if (this.#workedMs > observation.everyMs) await this.#observe(observation.ms);
    else await this.#loop.turn();
    this.#sliceStart = this.#loop.now();
  }

  async #observe(ms: number): Promise<void> {
    this.#workedMs = 0;
    const before = this.#observed();
    await this.#loop.pause(ms);
    const after = this.#observed();
    const busyMs = busyShare * (after.now - before.now);
    this.#isBusy =
      after.active - before.active > busyMs || after.processor - before.processor > busyMs * this.#loop.cores();
  }

  /** Without the time of this kind of work. */
  #observed() {
    return {
      now: this.#loop.now(),
      active: this.#loop.activeMs() - spareMs,
      processor: this.#loop.processorMs() - spareMs,
    };
  }
}
