import type { ServerResponse } from 'node:http';
import { finished } from 'node:stream';

/** Of one user, besides the one under way. */
const maxWaiting = 5;

/**
 * Lets requests through one at a time for each user, from before their body is read until their answer is sent. Those that
 * wait are held back by TCP, and ended by the server's time limit of requests.
 */
export class SlowLane {
  /** By user: the request under way, then those that wait. */
  readonly #lanes = new Map<string, (() => void)[]>();

  /** Calls `proceed` when it is this request's turn. False when too many wait. */
  enter(uid: string, answer: ServerResponse, proceed: () => void): boolean {
    const lane = this.#lanes.get(uid) ?? [];
    if (lane.length > maxWaiting) return false;
    this.#lanes.set(uid, lane);
    finished(answer, () => this.#leave(uid, proceed));
    if (lane.push(proceed) === 1) proceed();
    return true;
  }

  #leave(uid: string, proceed: () => void): void {
    const lane = this.#lanes.get(uid) ?? [];
    const place = lane.indexOf(proceed);
    lane.splice(place, 1);
    if (lane.length === 0) this.#lanes.delete(uid);
    else if (place === 0) lane[0]?.();
  }
}

let lastTurn: Promise<unknown> = Promise.resolve();

/** Resolves in a turn of the event loop of its own: requests of others are answered in between. */
export function ownTurn(): Promise<unknown> {
  lastTurn = lastTurn.then(() => new Promise(setImmediate));
  return lastTurn;
}
