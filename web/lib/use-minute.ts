import { useSyncExternalStore } from 'react';

const minuteMs = 60_000;

/** One clock for all times on the screen, which runs while there are any. */
const listeners = new Set<() => void>();
let now = new Date();
let timer: ReturnType<typeof setInterval> | undefined;

function tick() {
  now = new Date();
  for (const listener of [...listeners]) listener();
}

function subscribe(listener: () => void) {
  if (listeners.size === 0) {
    now = new Date();
    timer = setInterval(tick, minuteMs);
  }
  listeners.add(listener);
  return () => {
    listeners.delete(listener);
    if (listeners.size === 0) clearInterval(timer);
  };
}

/** The clock stands still while there are no times on the screen. */
function current(): Date {
  if (listeners.size === 0 && Date.now() - now.getTime() >= minuteMs) now = new Date();
  return now;
}

/** Returns the time, and rerenders every minute. */
export const useMinute = (): Date => useSyncExternalStore(subscribe, current, current);
