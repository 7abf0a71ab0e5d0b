import { useEffect, useState } from 'react';
import { isRinging, nextEnd, type Timer, type Timers } from './timers.ts';

/** A time-out goes on where it was when a device has slept, so none is longer. */
const maxWaitMs = 1_000;

/** The timers whose time is over. */
export function useRinging(timers: Timers): readonly Timer[] {
  const [now, setNow] = useState(Date.now);
  useEffect(() => {
    const check = () => setNow(Date.now());
    // Before the end, `now` changes, and the next time-out is set.
    const end = nextEnd(timers, now);
    const waitMs = end === undefined ? undefined : Math.max(0, Math.min(maxWaitMs, end - Date.now()));
    const timeout = waitMs === undefined ? undefined : setTimeout(check, waitMs);
    // Browsers delay the time-outs of a page that is hidden.
    document.addEventListener('visibilitychange', check);
    return () => {
      clearTimeout(timeout);
      document.removeEventListener('visibilitychange', check);
    };
  }, [timers, now]);
  return timers.filter((timer) => isRinging(timer, now));
}
