import { useEffect, useEffectEvent } from 'react';
import { changesHeldUp } from './send-changes.ts';

/** Closes a form whose change waits for the network or the server. The change is sent later without the form. */
export function useCloseWhenHeldUp(isSaving: boolean, onClose: () => void) {
  const isWaiting = changesHeldUp.use() && isSaving;
  const close = useEffectEvent(onClose);
  useEffect(() => {
    if (isWaiting) close();
  }, [isWaiting]);
}
