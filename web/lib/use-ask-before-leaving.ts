import { useEffect } from 'react';

/** What waits to be sent is lost with the page. */
export function useAskBeforeLeaving(waiting: boolean) {
  useEffect(() => {
    if (!waiting) return;
    const ask = (event: BeforeUnloadEvent) => event.preventDefault();
    window.addEventListener('beforeunload', ask);
    return () => window.removeEventListener('beforeunload', ask);
  }, [waiting]);
}
