import { onlineManager } from '@tanstack/react-query';
import { ApiError } from './api-client.ts';
import { onUserLeft } from './identity/session.ts';
import { isLive, onLiveMissed } from './live.ts';
import { createStore } from './store.ts';

/** Milliseconds until it is tried again after so many losses in a row, with some chance in them as for a write. */
const pauseAfter = (losses: number): number =>
  Math.min(1_000 * 2 ** (losses - 1), longestPause) * (0.75 + Math.random() / 2);
const longestPause = 30_000;
/** A server that is there, as its live connection stands, and has no answer to a change in some three minutes, has none. */
const mostLossesWhileLive = 10;
/** Longer than from one loss to the next, even where each request waits for an answer to the end: an outage before that is past. */
const outageEnds = 180_000;

/** Whether changes wait for a network or for the server. They still do while it is tried whether one gets through. */
export const changesHeldUp = createStore(false);
/** The changes that were lost or found a pause, until they are answered. Another user begins with a set of his own. */
let waiting = new Set<symbol>();
/** All changes wait for the same moment to be tried again. */
let pause: PromiseWithResolvers<void> | undefined;
let pauseEnds: ReturnType<typeof setTimeout> | undefined;
/** Pauses in a row, since the server was last known to be there: what several changes lose at once counts once. */
let losses = 0;
let lastLoss = 0;

const tellHeldUp = () => changesHeldUp.set(!onlineManager.isOnline() || waiting.size > 0);

onlineManager.subscribe(tellHeldUp);
globalThis.addEventListener('online', reached);
onLiveMissed(reached);
onUserLeft(() => {
  clearTimeout(pauseEnds);
  pause = undefined; // What waits for it is never sent, and nothing is said of it any more.
  waiting = new Set();
  losses = 0;
  tellHeldUp();
});

function reached() {
  losses = 0;
  tryAgain();
}

function tryAgain() {
  clearTimeout(pauseEnds);
  pause?.resolve();
  pause = undefined;
}

function lost() {
  const now = Date.now();
  if (now - lastLoss > outageEnds) losses = 0;
  lastLoss = now;
  if (pause) return;
  losses++;
  pause = Promise.withResolvers();
  pauseEnds = setTimeout(() => {
    if (onlineManager.isOnline()) tryAgain(); // Else when there is a network.
  }, pauseAfter(losses));
}

const isUndecided = (error: unknown): boolean => error instanceof ApiError && error.undecided;

/** A refusal of the server, not one that was made here. */
const isAnswer = (error: unknown): boolean => error instanceof ApiError && error.code !== 'SENDER_LEFT';

/**
 * Options of a mutation that waits, as long as this page is open and its user stays, until the server is there to answer
 * it. Without a network it pauses by `networkMode`. The loop is its own, as retries of the library wait in a hidden tab.
 * @param send under the same idempotency key each time
 */
export const untilReached = <Request, Answer>(send: (request: Request) => Promise<Answer>) => ({
  networkMode: 'online' as const,
  mutationFn: async (request: Request): Promise<Answer> => {
    const change = Symbol();
    const ours = waiting;
    try {
      for (;;) {
        if (pause) {
          ours.add(change);
          tellHeldUp();
          await pause.promise;
        }
        try {
          const answer = await send(request);
          reached();
          return answer;
        } catch (error) {
          if (ours !== waiting) return await nothing();
          if (!isUndecided(error)) {
            if (isAnswer(error)) reached();
            throw error;
          }
          lost();
          if (isLive() && losses > mostLossesWhileLive) throw error;
        }
      }
    } finally {
      ours.delete(change);
      tellHeldUp();
    }
  },
});

/** Whoever has left hears nothing of his changes; the next user would. */
const nothing = () => new Promise<never>(() => undefined);
