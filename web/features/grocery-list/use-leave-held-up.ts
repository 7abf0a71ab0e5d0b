import { useEffect, useEffectEvent } from 'react';
import { changesHeldUp } from '../../lib/server-reach.ts';

/** Without a network, or a server that answers, a change waits by itself: nobody has to wait with it. */
export function useLeaveHeldUp(saving: boolean, leave: () => void) {
  const waits = changesHeldUp.use() && saving;
  const go = useEffectEvent(leave);
  useEffect(() => {
    if (waits) go();
  }, [waits]);
}
