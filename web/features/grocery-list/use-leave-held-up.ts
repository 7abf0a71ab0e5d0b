import { useEffect, useEffectEvent } from 'react';
import { useHeldUp } from '../../lib/server-reach.ts';

/** Without a network, or a server that answers, a change waits by itself: nobody has to wait with it. */
export function useLeaveHeldUp(saving: boolean, leave: () => void) {
  const waits = useHeldUp() && saving;
  const go = useEffectEvent(leave);
  useEffect(() => {
    if (waits) go();
  }, [waits]);
}
