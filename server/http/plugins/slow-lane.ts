import type { ServerResponse } from 'node:http';
import { finished } from 'node:stream';

/** Maximum number of waiting requests per user. */
const maxWaiting = 5;

/**
 * Admits one request at a time for each user, from before its body is read until its response is sent. TCP backpressure
 * holds the waiting ones, and the server's request time-out ends them.
 */
export class SlowLane {
  /** By user: the admitted request, then the waiting ones. */
  readonly #lanes = new Map<string, (() => void)[]>();

  /** Calls `proceed` when the request is admitted. Returns false if too many wait. */
  enter(uid: string, response: ServerResponse, proceed: () => void): boolean {
    const lane = this.#lanes.get(uid) ?? [];
    if (lane.length > maxWaiting) return false;
    this.#lanes.set(uid, lane);
    finished(response, () => this.#leave(uid, proceed));
    if (lane.push(proceed) === 1) proceed();
    return true;
  }

  #leave(uid: string, proceed: () => void): void {
    const lane = this.#lanes.get(uid) ?? [];
    const index = lane.indexOf(proceed);
    lane.splice(index, 1);
    if (lane.length === 0) this.#lanes.delete(uid);
    else if (index === 0) lane[0]?.();
  }
}

let lastTurn: Promise<unknown> = Promise.resolve();

/** Resolves in a separate turn of the event loop, so that other requests are handled in between. */
export function waitForOwnTurn(): Promise<unknown> {
  lastTurn = lastTurn.then(() => new Promise(setImmediate));
  return lastTurn;
}
