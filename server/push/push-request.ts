import { createECDH, hash } from 'node:crypto';
import type { PushMessage } from '../core/contracts/notifications.ts';
import type { PostRequest } from '../core/network/public-post.ts';
import type { PushKeys } from './keys.ts';
import type { StoredSubscription } from './subscriptions.ts';

/** How long a push service keeps a message for a browser that is not connected. */
const keptS = 24 * 60 * 60;
const timeoutMs = 10_000;

/** Nothing can be encrypted for the keys of a subscription. */
export class UnusableKeys extends Error {}

/** Encrypts a message for a browser (RFC 8291). @throws UnusableKeys */
export async function pushRequest(
  { endpoint, keys }: StoredSubscription,
  message: PushMessage,
  { publicKey, privateKey, contact }: PushKeys & { readonly contact: string },
): Promise<PostRequest> {
  if (!isOnCurve(keys.p256dh)) throw new UnusableKeys();
  // It takes long to load, and most processes send no messages.
  const { default: webPush } = await import('web-push');
  const { headers, body } = webPush.generateRequestDetails({ endpoint, keys: { ...keys } }, JSON.stringify(message), {
    vapidDetails: { subject: contact, publicKey, privateKey },
    TTL: keptS,
    urgency: 'normal',
    // An earlier message of the same notification that was not delivered yet is replaced.
    topic: hash('sha256', message.id, 'base64url').slice(0, 32),
  });
  // The client counts the bytes itself.
  const sent = Object.entries(headers).filter(([name]) => name !== 'Content-Length');
  return {
    address: endpoint,
    headers: Object.fromEntries(sent.map(([name, value]) => [name, String(value)])),
    body,
    timeoutMs,
  };
}

function isOnCurve(p256dh: string): boolean {
  const ecdh = createECDH('prime256v1');
  ecdh.generateKeys();
  try {
    return ecdh.computeSecret(p256dh, 'base64url').length > 0;
  } catch {
    return false;
  }
}
