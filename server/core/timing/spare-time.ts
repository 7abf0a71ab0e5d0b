import { type EventLoopUtilization, performance } from 'node:perf_hooks';
import { setImmediate } from 'node:timers/promises';
import { pause } from './pause.ts';

/** Length of a slice of work, in ms. */
const sliceMs = 5;
/** How often it looks whether the event loop has other work, and for how long, in ms. */
const observation = { everyMs: 50, ms: 2 };
/** A process is busy if its event loop works for longer than this share of the time while this work pauses. */
const busyShare = 0.5;
/** Of the processor that this work takes while the process is busy. */
const shareWhileBusy = { usual: 0.03, late: 0.25 };

type Utilization = Pick<EventLoopUtilization, 'active' | 'idle'>;

/** The event loop; replaced in tests. */
export interface Loop {
  /** ms since an arbitrary moment. */
  now(): number;
  /** ms since the start. */
  utilization(): Utilization;
  pause(ms: number): Promise<void>;
  /** Lets other work run once. */
  turn(): Promise<void>;
}

export const eventLoop = (signal: AbortSignal): Loop => ({
  now: () => performance.now(),
  utilization: () => performance.eventLoopUtilization(),
  pause: (ms) => pause(ms, signal),
  turn: () => setImmediate(),
});

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
    const share = now - this.#begunAt > this.#maxLagMs ? shareWhileBusy.late : shareWhileBusy.usual;
    if (this.#isBusy) await this.#observe(ownMs / share - ownMs);
    else if (this.#workedMs > observation.everyMs) await this.#observe(observation.ms);
    else await this.#loop.turn();
    this.#sliceStart = this.#loop.now();
  }

  async #observe(ms: number): Promise<void> {
    this.#workedMs = 0;
    const before = this.#loop.utilization();
    await this.#loop.pause(ms);
    const after = this.#loop.utilization();
    const active = after.active - before.active;
    this.#isBusy = active > busyShare * (active + after.idle - before.idle);
  }
}
