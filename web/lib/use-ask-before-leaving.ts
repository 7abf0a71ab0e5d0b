import { useEffect } from 'react';

/** Asks before the page closes, because unsent changes would be lost. */
export function useAskBeforeLeaving(hasUnsent: boolean) {
  useEffect(() => {
    if (!hasUnsent) return;
    const ask = (event: BeforeUnloadEvent) => event.preventDefault();
    window.addEventListener('beforeunload', ask);
    return () => window.removeEventListener('beforeunload', ask);
  }, [hasUnsent]);
}
