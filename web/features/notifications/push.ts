/** Push messages to this browser. */
import { queryOptions } from '@tanstack/react-query';
import type { PushConfig } from '../../../server/core/contracts/notifications.ts';
import { api } from '../../lib/api-client.ts';
import { createDeviceSetting } from '../../lib/device-setting.ts';
import { currentToken, currentUid, onSignOut } from '../../lib/identity/session.ts';
import { pushIsOn, pushKey } from '../../lib/push-is-on.ts';
import { unreadCount } from '../../lib/unread.ts';

/** What the server was sent, and when, in ms. The server may have lost it, for example with its disk. */
interface SentSubscription {
  /** The user who gets the messages. */
  readonly uid: string;
  readonly endpoint: string;
  readonly sentAt: number;
}

const sent = createDeviceSetting<SentSubscription | null>(pushKey, parse, null);

function parse(stored: unknown): SentSubscription | undefined {
  if (typeof stored !== 'object' || stored === null) return undefined;
  if (!('uid' in stored) || typeof stored.uid !== 'string') return undefined;
  if (!('endpoint' in stored) || typeof stored.endpoint !== 'string') return undefined;
  if (!('sentAt' in stored) || typeof stored.sentAt !== 'number') return undefined;
  return { uid: stored.uid, endpoint: stored.endpoint, sentAt: stored.sentAt };
}

function store(subscription: SentSubscription | null): void {
  sent.set(subscription);
  pushIsOn.set(subscription !== null);
}

const renewAfterMs = 7 * 24 * 60 * 60 * 1_000;

/** Undefined where browsers have none: without a service worker, and on iPhones until Potluck is on the home screen. */
const pushManager = async (): Promise<PushManager | undefined> => {
  if (!('serviceWorker' in navigator) || !('PushManager' in globalThis)) return undefined;
  return (await navigator.serviceWorker.getRegistration())?.pushManager;
};

const readPushKey = async (signal?: AbortSignal): Promise<string | null> =>
  (await api.get<PushConfig>('/notifications/push', signal && { signal })).data.publicKey;

/** The key of the server; null if it or this browser has no push messages. */
export const pushKeyQuery = (reader: string) =>
  queryOptions({
    queryKey: ['push-key', reader],
    queryFn: async ({ signal }) => {
      if (!(await pushManager())) return null;
      return readPushKey(signal);
    },
    meta: { reader },
  });

export type PushOutcome = 'on' | 'refused' | 'failed';

/** Asks the user for permission, so call it on their click. @throws ApiError */
export async function turnPushOn(reader: string, publicKey: string): Promise<PushOutcome> {
  if ((await Notification.requestPermission()) !== 'granted') return 'refused';
  // Else the browser would return the one of a user before, with its address.
  if (sent.get()?.uid !== reader) await endSubscription();
  const subscription = await subscribe(publicKey);
  if (!subscription || currentUid() !== reader) return 'failed';
  try {
    await send(reader, subscription);
  } catch (error) {
    // The server may have it although it has not responded.
    await endSubscription();
    throw error;
  }
  return currentUid() === reader ? 'on' : 'failed';
}

const subscribe = async (publicKey: string): Promise<PushSubscription | undefined> =>
  (await pushManager())?.subscribe({ userVisibleOnly: true, applicationServerKey: publicKey }).catch(() => undefined);

async function send(reader: string, subscription: PushSubscription): Promise<void> {
  const { endpoint, keys } = subscription.toJSON();
  const form = { endpoint, keys: { p256dh: keys?.p256dh, auth: keys?.auth } };
  await api.send('PUT', '/notifications/push', form, { sender: reader });
  if (currentUid() !== reader) {
    await endSubscription();
    return;
  }
  store({ uid: reader, endpoint: subscription.endpoint, sentAt: Date.now() });
}

/** @throws ApiError */
export async function turnPushOff(reader: string): Promise<void> {
  const endpoint = sent.get()?.endpoint;
  await endSubscription();
  store(null);
  if (endpoint !== undefined)
    await api.send('POST', '/notifications/push/unsubscribe', { endpoint }, { sender: reader });
}

/** The push service tells the server that the subscription has ended, if this page cannot. */
export async function endSubscription(): Promise<void> {
  const subscription = await (await pushManager())?.getSubscription();
  await subscription?.unsubscribe();
}

/**
 * Sends the subscription again if the browser has replaced it or the server may have lost it; subscribes again if the server
 * has other keys. Ends that of another user, whose session ended while the browser was offline.
 */
async function renew(reader: string): Promise<void> {
  const before = sent.get();
  if (before?.uid !== reader) {
    pushIsOn.set(false);
    await endSubscription();
    // Unless this user has turned it on meanwhile.
    if (sent.get()?.uid !== reader) store(null);
    return;
  }
  const publicKey = await readPushKey().catch(() => null);
  const subscription = await (await pushManager())?.getSubscription();
  // The user has turned it off meanwhile.
  if (sent.get()?.endpoint !== before.endpoint) return;
  const isForOtherKey = publicKey !== null && subscription && keyOf(subscription) !== publicKey;
  if (isForOtherKey) await subscription.unsubscribe();
  if (isForOtherKey || !subscription) await subscribeAgain(reader, publicKey);
  else if (subscription.endpoint !== before.endpoint || Date.now() - before.sentAt >= renewAfterMs) {
    // A failure is tried again with the next page.
    await send(reader, subscription).catch(() => undefined);
  }
}

/** With the next page again, if the push service or the server does not respond. */
async function subscribeAgain(reader: string, publicKey: string | null): Promise<void> {
  if (Notification.permission !== 'granted') {
    store(null);
    return;
  }
  const subscription = publicKey === null ? undefined : await subscribe(publicKey);
  if (subscription) await send(reader, subscription).catch(() => undefined);
}

/** The key of the server for which the browser has subscribed, base64url. */
function keyOf({ options: { applicationServerKey } }: PushSubscription): string {
  const bytes = new Uint8Array(applicationServerKey ?? new ArrayBuffer());
  const base64 = btoa(String.fromCharCode(...bytes));
  return base64.replaceAll('+', '-').replaceAll('/', '_').replaceAll('=', '');
}

// While the token is still there. Not by the API client, which sends nothing for a user who has left.
onSignOut(() => {
  const endpoint = sent.get()?.endpoint;
  if (endpoint === undefined) return;
  currentToken()
    .then((token) =>
      fetch('/api/notifications/push/unsubscribe', {
        method: 'POST',
        keepalive: true,
        headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
        body: JSON.stringify({ endpoint }),
      }),
    )
    .catch(() => undefined);
});

/** Closes the messages that the browser shows, once they are read. */
async function closeShownMessages(): Promise<void> {
  if (sent.get() === null || unreadCount.get() > 0) return;
  const registration = await navigator.serviceWorker.getRegistration();
  for (const shown of (await registration?.getNotifications()) ?? []) shown.close();
}

unreadCount.subscribe(() => {
  closeShownMessages().catch(reportError);
});

let opens: (address: string) => void = () => undefined;
let renewedFor: string | undefined;

/** Opens what the messages that the user clicks are about, and keeps the subscription. Call it whenever `open` changes. */
export function startPush(reader: string, open: (address: string) => void): void {
  if (renewedFor === undefined) navigator.serviceWorker.addEventListener('message', openAddress);
  opens = open;
  if (renewedFor === reader) return;
  renewedFor = reader;
  renew(reader).catch(reportError);
}

function openAddress({ data }: MessageEvent<unknown>): void {
  if (typeof data !== 'object' || data === null || !('type' in data) || data.type !== 'OPEN') return;
  if ('address' in data && typeof data.address === 'string') opens(data.address);
}
