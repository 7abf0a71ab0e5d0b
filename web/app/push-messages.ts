/** The part of the service worker that shows push messages. TypeScript's library `webworker` contradicts `dom`. */
import type { PushMessage } from '../../server/core/contracts/notifications.ts';

interface Extended {
  waitUntil(work: Promise<unknown>): void;
}
interface PushEvent extends Extended {
  readonly data: { json(): unknown } | null;
}
interface ClickEvent extends Extended {
  readonly notification: Notification;
}
interface WindowClient {
  readonly url: string;
  focus(): Promise<WindowClient>;
  postMessage(message: unknown): void;
}

declare const self: {
  readonly location: Location;
  readonly registration: ServiceWorkerRegistration;
  readonly clients: {
    matchAll(options: { type: 'window' }): Promise<readonly WindowClient[]>;
    openWindow(address: string): Promise<unknown>;
  };
  addEventListener(type: 'push', listener: (event: PushEvent) => void): void;
  addEventListener(type: 'notificationclick', listener: (event: ClickEvent) => void): void;
};

const icon = '/art/icon-192.png';

export function showPushMessages(): void {
  self.addEventListener('push', (event) => {
    const { id: tag, title, body, address } = parse(event.data);
    event.waitUntil(self.registration.showNotification(title, { tag, body, icon, badge: icon, data: { address } }));
  });
  self.addEventListener('notificationclick', (event) => {
    event.notification.close();
    event.waitUntil(open(addressOf(event.notification.data)));
  });
}

/** Browsers require that each message is shown, whatever it is. */
function parse(data: PushEvent['data']): PushMessage {
  const unknown: PushMessage = {
    id: 'unknown',
    title: 'Something new on Potluck',
    body: '',
    address: '/notifications',
  };
  try {
    const message: unknown = data?.json();
    if (typeof message !== 'object' || message === null) return unknown;
    const text = (name: keyof PushMessage): string => {
      const value: unknown = Reflect.get(message, name);
      return typeof value === 'string' ? value : unknown[name];
    };
    return { id: text('id'), title: text('title'), body: text('body'), address: text('address') };
  } catch {
    return unknown;
  }
}

/** Only a path: a message leads to no other site. */
function addressOf(data: unknown): string {
  const address: unknown = typeof data === 'object' && data !== null ? Reflect.get(data, 'address') : undefined;
  return typeof address === 'string' && /^\/(?!\/)/.test(address) ? address : '/notifications';
}

/** In a page that is open, which loses nothing: it goes there by itself. */
async function open(address: string): Promise<void> {
  const [page] = await self.clients.matchAll({ type: 'window' });
  if (!page) {
    await self.clients.openWindow(address);
    return;
  }
  await page.focus();
  page.postMessage({ type: 'OPEN', address });
}
