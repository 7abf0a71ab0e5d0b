import { onlineManager } from '@tanstack/react-query';
import { ApiError } from './api-client.ts';
import { onUserLeft } from './identity/session.ts';
import { isLive } from './live.ts';
import { onLiveMissed } from './live-missed.ts';
import { createRetryPause } from './retry-pause.ts';
import { createStore } from './store.ts';

/** Give up after 10 failures, about three minutes, while the socket is up. */
const maxFailuresWhileLive = 10;

/** Whether changes wait for a network or for the server. Stays true while one of them is retried. */
export const changesHeldUp = createStore(false);
/** Changes that failed or started during a pause, until the server responds. Each user has their own set. */
let waiting = new Set<symbol>();
/** All changes wait for the same pause before they are retried. */
const pause = createRetryPause();

const updateHeldUp = () => changesHeldUp.set(!onlineManager.isOnline() || waiting.size > 0);

onlineManager.subscribe(updateHeldUp);
globalThis.addEventListener('online', pause.reset);
onLiveMissed(pause.reset);
onUserLeft(() => {
  waiting = new Set();
  pause.reset();
  updateHeldUp();
});

const isUndecided = (error: unknown): boolean => error instanceof ApiError && error.isUndecided;

/** Whether the server responded. The client itself raises `SENDER_LEFT`. */
const isResponse = (error: unknown): boolean => error instanceof ApiError && error.code !== 'SENDER_LEFT';

/**
 * Options of a mutation that retries until the server responds, while this page is open and its user stays. Without a
 * network it pauses by `networkMode`. It has its own loop because the library's retries pause in a hidden tab.
 * @param send must use the same idempotency key each time
 */
export const untilReached = <Request, Response>(send: (request: Request) => Promise<Response>) => ({
  networkMode: 'online' as const,
  mutationFn: async (request: Request): Promise<Response> => {
    const change = Symbol();
    const waitingOfUser = waiting;
    try {
      for (;;) {
        if (pause.running) {
          waitingOfUser.add(change);
          updateHeldUp();
          await pause.running;
          if (waitingOfUser !== waiting) return await neverSettle();
        }
        try {
          const answer = await send(request);
          pause.reset();
          return answer;
        } catch (error) {
          if (waitingOfUser !== waiting) return await neverSettle();
          if (!isUndecided(error)) {
            if (isResponse(error)) pause.reset();
            throw error;
          }
          void pause.afterFailure();
          if (isLive() && pause.failures > maxFailuresWhileLive) throw error;
        }
      }
    } finally {
      waitingOfUser.delete(change);
      updateHeldUp();
    }
  },
});

/** A change of a user who has left must not settle: the next user would see its outcome. */
const neverSettle = () => new Promise<never>(() => undefined);
