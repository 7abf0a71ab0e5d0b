import { useEffect, useEffectEvent } from 'react';
import { isSendingPaused } from './send-changes.ts';

/** Closes a form whose change waits for the network or the server. The change is sent later without the form. */
export function useCloseWhenPaused(isSaving: boolean, onClose: () => void) {
  const isWaiting = isSendingPaused.use() && isSaving;
  const close = useEffectEvent(onClose);
  useEffect(() => {
    if (isWaiting) close();
  }, [isWaiting]);
}
