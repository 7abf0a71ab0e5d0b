import type { ServerResponse } from 'node:http';
import { finished } from 'node:stream';

/** Maximum number of waiting requests per user. */
const maxWaiting = 5;

interface Entrant {
  readonly waitMs: number;
  readonly proceed: () => void;
  readonly refuse: () => void;
}

/**
 * Admits one request at a time for each user, from before its body is read until its response is sent. TCP backpressure
 * holds the waiting ones.
 */
export class SlowLane {
  /** By user: the admitted request, then the waiting ones. */
  readonly #lanes = new Map<string, (() => void)[]>();

  /** Calls `proceed` when the request is admitted, or `refuse` if too many wait, or if it has waited for `waitMs`. */
  enter(uid: string, response: ServerResponse, { waitMs, proceed, refuse }: Entrant): void {
    const lane = this.#lanes.get(uid) ?? [];
    if (lane.length > maxWaiting) {
      refuse();
      return;
    }
    this.#lanes.set(uid, lane);
    const expire = () => {
      this.#leave(uid, admit);
      refuse();
    };
    const timer = setTimeout(expire, waitMs);
    const admit = () => {
      clearTimeout(timer);
      proceed();
    };
    finished(response, () => {
      clearTimeout(timer);
      this.#leave(uid, admit);
    });
    if (lane.push(admit) === 1) admit();
  }

  #leave(uid: string, admit: () => void): void {
    const lane = this.#lanes.get(uid) ?? [];
    const index = lane.indexOf(admit);
    // It has left before.
    if (index < 0) return;
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
