import { createDeviceSetting } from '../../lib/device-setting.ts';

/** What the server was sent, and when, in ms. The server may have lost it, for example with its disk. */
interface SentSubscription {
  readonly endpoint: string;
  readonly sentAt: number;
}

/** Whether this browser gets push messages, and how. */
export const sentSubscription = createDeviceSetting<SentSubscription | null>('potluck.push', parse, null);

function parse(stored: unknown): SentSubscription | undefined {
  if (typeof stored !== 'object' || stored === null) return undefined;
  if (!('endpoint' in stored) || typeof stored.endpoint !== 'string') return undefined;
  if (!('sentAt' in stored) || typeof stored.sentAt !== 'number') return undefined;
  return { endpoint: stored.endpoint, sentAt: stored.sentAt };
}
