import { useEffect, useState } from 'react';
import { isPaused, remainingMs, type Timer } from './timers.ts';

const updateEveryMs = 200;

const secondsLeft = (timer: Timer): number => Math.ceil(remainingMs(timer, Date.now()) / 1_000);

/** The rest of a timer in seconds, rounded up. */
export function useSecondsLeft(timer: Timer): number {
  const [, setShown] = useState(() => secondsLeft(timer));
  const isRunning = !isPaused(timer);
  useEffect(() => {
    if (!isRunning) return;
    const update = () => setShown(secondsLeft(timer));
    const interval = setInterval(update, updateEveryMs);
    return () => clearInterval(interval);
  }, [timer, isRunning]);
  return secondsLeft(timer);
}
