import { useEffect } from 'react';

/** How many components have something that ends with the page. */
let asking = 0;

/** Whether the page asks before it closes. It must not be reloaded by itself either. */
export const asksBeforeLeaving = (): boolean => asking > 0;

const ask = (event: BeforeUnloadEvent) => event.preventDefault();

/** Asks before the page closes, because what is unsent would be lost. */
export function useAskBeforeLeaving(hasUnsent: boolean) {
  useEffect(() => {
    if (!hasUnsent) return;
    asking += 1;
    window.addEventListener('beforeunload', ask);
    return () => {
      asking -= 1;
      if (asking === 0) window.removeEventListener('beforeunload', ask);
    };
  }, [hasUnsent]);
}
