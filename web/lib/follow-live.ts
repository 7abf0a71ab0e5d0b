import type { LiveMessage } from '../../server/core/contracts/live.ts';
import { onLive } from './live.ts';

/** Returns a function that passes all later live messages to the listener. Only its first call has an effect. */
export function followLive(listener: (message: LiveMessage) => void): () => void {
  let isFollowing = false;
  return () => {
    if (isFollowing) return;
    isFollowing = true;
    onLive(listener);
  };
}
