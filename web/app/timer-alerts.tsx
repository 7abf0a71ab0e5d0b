import { useEffect, useState } from 'react';
import { timersKey } from '../features/recipes/cook/timers-key.ts';
import { afterFirstPaint } from '../lib/after-first-paint.ts';
import { lazyCode, useLazyCode } from '../lib/lazy-code.ts';

const code = lazyCode(async () => (await import('../features/recipes/cook/ringing-timers.tsx')).RingingTimers);

/** Kitchen timers that ring while the user is on a screen other than that of cooking. */
export function TimerAlerts() {
  const [hasTimers, setHasTimers] = useState(false);
  useEffect(() => {
    const read = () => setHasTimers(areTimersStored());
    const onStorage = ({ key }: StorageEvent) => {
      if (key === timersKey || key === null) read();
    };
    afterFirstPaint(read);
    // Another tab may start the first timer.
    addEventListener('storage', onStorage);
    return () => removeEventListener('storage', onStorage);
  }, []);
  return hasTimers ? <LoadedAlerts /> : null;
}

function LoadedAlerts() {
  const { value: RingingTimers } = useLazyCode(code);
  return RingingTimers ? <RingingTimers /> : null;
}

function areTimersStored(): boolean {
  try {
    return (localStorage.getItem(timersKey) ?? '[]') !== '[]';
  } catch {
    return false; // Storage is blocked: the timers end with the page.
  }
}
