import { useEffect, useState } from 'react';
import { isRinging, nextEnd, type Timer, type Timers } from './timers.ts';

/** The timers whose time is over. */
export function useRinging(timers: Timers): readonly Timer[] {
  const [now, setNow] = useState(Date.now);
  useEffect(() => {
    const check = () => setNow(Date.now());
    // A time-out may be a millisecond early: then `now` changes, and the next one is set.
    const end = nextEnd(timers, now);
    const timeout = end === undefined ? undefined : setTimeout(check, Math.max(0, end - Date.now()));
    // Browsers delay the time-outs of a page that is hidden and of a device that sleeps.
    document.addEventListener('visibilitychange', check);
    return () => {
      clearTimeout(timeout);
      document.removeEventListener('visibilitychange', check);
    };
  }, [timers, now]);
  return timers.filter((timer) => isRinging(timer, now));
}
