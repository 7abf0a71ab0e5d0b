import { useEffect } from 'react';
import { allowSound, ring } from './alarm.ts';

/** Rings while this is true. */
export function useAlarm(isRinging: boolean): void {
  useEffect(() => {
    addEventListener('pointerdown', allowSound);
    addEventListener('keydown', allowSound);
    return () => {
      removeEventListener('pointerdown', allowSound);
      removeEventListener('keydown', allowSound);
    };
  }, []);
  useEffect(() => (isRinging ? ring() : undefined), [isRinging]);
}
