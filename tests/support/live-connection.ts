/** Takes the place of `web/lib/live.ts`: a live connection that the test controls. */
import type { LiveMessage } from '../../server/core/contracts/live.ts';

const listeners = new Set<(message: LiveMessage) => void>();

export const connection = { isLive: true };

/** Passes a message to the client, as if the server had pushed it. */
export function receive(message: LiveMessage): void {
  for (const listener of [...listeners]) listener(message);
}

/** What the client imports. */
export const live = {
  isLive: () => connection.isLive,
  onLive: (listener: (message: LiveMessage) => void) => {
    listeners.add(listener);
    return () => listeners.delete(listener);
  },
};
