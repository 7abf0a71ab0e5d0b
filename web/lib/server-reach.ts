import { onlineManager } from '@tanstack/react-query';
import { ApiError } from './api-client.ts';
import { isLive, onLiveMissed } from './live.ts';
import { createStore } from './store.ts';

/** Milliseconds until it is tried again after so many tries in a row, with some chance in them as for a write. */
const pauseAfter = (tries: number): number =>
  Math.min(1_000 * 2 ** (tries - 1), longestPause) * (0.75 + Math.random() / 2);
const longestPause = 30_000;
/** A server that is there, as its live connection stands, and has no answer to a change in some three minutes, has none. */
const mostTriesWhileLive = 10;

const heldUp = createStore(!onlineManager.isOnline());
/** In a row, since the server was last known to be there. */
let tries = 0;
let nextTry: ReturnType<typeof setTimeout> | undefined;

/** Whether changes wait for a network or for the server. They still do while it is tried whether one gets through. */
export const useHeldUp = heldUp.use;

// Changes pause without a network; by `lost`, they do without a server, too.
onlineManager.subscribe((online) => {
  if (!online) heldUp.set(true);
});
globalThis.addEventListener('online', reached);
onLiveMissed(reached);

function reached() {
  clearTimeout(nextTry);
  tries = 0;
  heldUp.set(false);
  onlineManager.setOnline(true);
}

function lost() {
  clearTimeout(nextTry);
  tries++;
  onlineManager.setOnline(false);
  nextTry = setTimeout(() => onlineManager.setOnline(true), pauseAfter(tries));
}

/** No answer, or one that says that the server, or what it needs, is away for now: nothing was decided about the change. */
const isUndecided = (error: unknown): boolean =>
  error instanceof ApiError && (error.unreachable || [502, 503, 504].includes(error.statusCode));

/**
 * Options of a mutation that waits, as long as this page is open, until the server is there to answer it.
 * @param send under the same idempotency key each time
 */
export const untilReached = <Request, Answer>(send: (request: Request) => Promise<Answer>) => ({
  networkMode: 'online' as const,
  mutationFn: async (request: Request): Promise<Answer> => {
    try {
      const answer = await send(request);
      reached();
      return answer;
    } catch (error) {
      if (isUndecided(error)) lost();
      else if (error instanceof ApiError) reached();
      throw error;
    }
  },
  retry: (_: number, error: Error) => isUndecided(error) && !(isLive() && tries > mostTriesWhileLive),
  // It has paused by then, until the next try.
  retryDelay: 0,
});
