import { useEffect } from 'react';
import { allowSound, ring } from './alarm.ts';
import type { Timer } from './timers.ts';

/** Rings for these timers. Another one rings anew, also if nobody has stopped the first for so long that it is silent. */
export function useAlarm(ringing: readonly Timer[]): void {
  const ids = ringing.map(({ id }) => id).join();
  useEffect(() => {
    addEventListener('pointerdown', allowSound);
    addEventListener('keydown', allowSound);
    return () => {
      removeEventListener('pointerdown', allowSound);
      removeEventListener('keydown', allowSound);
    };
  }, []);
  useEffect(() => (ids === '' ? undefined : ring()), [ids]);
}
