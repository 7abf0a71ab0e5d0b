import { onlineManager } from '@tanstack/react-query';
import { useEffect, useEffectEvent, useSyncExternalStore } from 'react';

const subscribe = (listener: () => void) => onlineManager.subscribe(listener);
const isOnline = () => onlineManager.isOnline();

/** Without a network a change waits by itself: nobody has to wait with it. */
export function useLeaveOffline(saving: boolean, leave: () => void) {
  const waits = !useSyncExternalStore(subscribe, isOnline) && saving;
  const go = useEffectEvent(leave);
  useEffect(() => {
    if (waits) go();
  }, [waits]);
}
