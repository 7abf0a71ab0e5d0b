import { onlineManager } from '@tanstack/react-query';
import { ApiError } from './api-client.ts';
import { onUserLeft } from './identity/session.ts';
import { isLive, onLiveMissed } from './live.ts';
import { createStore } from './store.ts';

/** The pause before the next attempt after n failures in a row, with jitter as for a write. */
const pauseMsAfter = (failures: number): number =>
  Math.min(1_000 * 2 ** (failures - 1), maxPauseMs) * (0.75 + Math.random() / 2);
const maxPauseMs = 30_000;
/** Give up after 10 failures, about three minutes, while the socket is up. */
const maxFailuresWhileLive = 10;
/** Failures further apart belong to different outages. Within one they are closer, even if each request times out. */
const outageGapMs = 180_000;

/** Whether changes wait for a network or for the server. Stays true while one of them is retried. */
export const changesHeldUp = createStore(false);
/** Changes that failed or started during a pause, until the server responds. Each user has their own set. */
let waiting = new Set<symbol>();
/** All changes wait for the same pause before they are retried. */
let pause: PromiseWithResolvers<void> | undefined;
let pauseTimer: ReturnType<typeof setTimeout> | undefined;
/** Pauses in a row since the server was last reached. Failures of several changes at once count once. */
let failures = 0;
let lastFailureAt = 0;

const updateHeldUp = () => changesHeldUp.set(!onlineManager.isOnline() || waiting.size > 0);

onlineManager.subscribe(updateHeldUp);
globalThis.addEventListener('online', markReached);
onLiveMissed(markReached);
onUserLeft(() => {
  clearTimeout(pauseTimer);
  pause = undefined; // Changes that wait for it are never sent and never settle.
  waiting = new Set();
  failures = 0;
  updateHeldUp();
});

function markReached() {
  failures = 0;
  endPause();
}

function endPause() {
  clearTimeout(pauseTimer);
  pause?.resolve();
  pause = undefined;
}

function markFailed() {
  const now = Date.now();
  if (now - lastFailureAt > outageGapMs) failures = 0;
  lastFailureAt = now;
  if (pause) return;
  failures++;
  pause = Promise.withResolvers();
  pauseTimer = setTimeout(() => {
    if (onlineManager.isOnline()) endPause(); // Otherwise when the network is back.
  }, pauseMsAfter(failures));
}

const isUndecided = (error: unknown): boolean => error instanceof ApiError && error.undecided;

/** Whether the server responded. The client itself raises `SENDER_LEFT`. */
const isAnswer = (error: unknown): boolean => error instanceof ApiError && error.code !== 'SENDER_LEFT';

/**
 * Options of a mutation that retries until the server responds, while this page is open and its user stays. Without a
 * network it pauses by `networkMode`. It has its own loop because the library's retries pause in a hidden tab.
 * @param send must use the same idempotency key each time
 */
export const untilReached = <Request, Answer>(send: (request: Request) => Promise<Answer>) => ({
  networkMode: 'online' as const,
  mutationFn: async (request: Request): Promise<Answer> => {
    const change = Symbol();
    const waitingOfUser = waiting;
    try {
      for (;;) {
        if (pause) {
          waitingOfUser.add(change);
          updateHeldUp();
          await pause.promise;
        }
        try {
          const answer = await send(request);
          markReached();
          return answer;
        } catch (error) {
          if (waitingOfUser !== waiting) return await neverSettle();
          if (!isUndecided(error)) {
            if (isAnswer(error)) markReached();
            throw error;
          }
          markFailed();
          if (isLive() && failures > maxFailuresWhileLive) throw error;
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
