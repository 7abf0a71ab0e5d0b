import { useEffect, useState } from 'react';

/** Whether this browser can keep the screen on. */
export const canKeepScreenOn = (): boolean => 'wakeLock' in navigator;

/**
 * Keeps the screen on while this is true and the page is visible: browsers release the lock of a page that is hidden.
 * @returns whether it is kept on
 */
export function useWakeLock(isOn: boolean): boolean {
  const [isHeld, setIsHeld] = useState(false);
  useEffect(() => {
    if (!isOn || !canKeepScreenOn()) return;
    let lock: WakeLockSentinel | undefined;
    let isEnded = false;
    const request = async () => {
      if (document.visibilityState !== 'visible' || (lock && !lock.released)) return;
      const requested = await navigator.wakeLock.request('screen');
      if (isEnded) {
        await requested.release();
        return;
      }
      lock = requested;
      setIsHeld(true);
      requested.addEventListener('release', () => setIsHeld(false));
    };
    // Refused, for example to save the battery: the screen turns off as usual.
    const requestIfAllowed = () => void request().catch(() => undefined);
    requestIfAllowed();
    document.addEventListener('visibilitychange', requestIfAllowed);
    return () => {
      isEnded = true;
      document.removeEventListener('visibilitychange', requestIfAllowed);
      lock?.release().catch(() => undefined);
    };
  }, [isOn]);
  return isHeld;
}
