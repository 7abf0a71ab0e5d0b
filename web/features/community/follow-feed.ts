import type { LiveMessage } from '../../../server/core/contracts/live.ts';
import { onLive } from '../../lib/live.ts';
import { foldIntoFeeds, isChanging } from './api.ts';
import { foldFeed } from './feed-cache.ts';

let following = false;

/**
 * From the first call on the cached feeds take in what live messages tell, whether they are on the screen or not: who
 * comes back to the feed finds it as it is.
 */
export function followFeed(): void {
  if (following) return;
  following = true;
  onLive((message) => {
    if (message.kind === 'list.changed' || message.kind === 'plan.changed') return;
    foldIntoFeeds((feed) => foldFeed(feed, message, newsAt(message)));
  });
}

/** When (ms) somebody else's change came; undefined for what was done here and is on the screen already. */
function newsAt(message: LiveMessage): number | undefined {
  const ownChange = 'postId' in message && isChanging(message.postId);
  return ownChange ? undefined : Date.now();
}
