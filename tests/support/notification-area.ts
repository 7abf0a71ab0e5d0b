import type { Worker } from 'playwright-core';

export interface ShownMessage {
  readonly title: string;
  readonly body: string;
  readonly tag: string;
  /** A path, as of the icon. */
  readonly icon: string;
}

/** Where the browser of a service worker shows messages. */
export interface NotificationArea {
  shown(): Promise<ShownMessage[]>;
  /** @returns what the worker focused and opened, by path */
  click(tag: string): Promise<string[]>;
}

/**
 * Chromium without windows refuses notifications whatever is permitted. This replaces its area by a list; that of any other
 * Chromium is used as it is. A click also allows the worker to focus a page or to open one: no script can give that
 * permission, so both are only recorded.
 */
export async function openNotificationArea(worker: Worker): Promise<NotificationArea> {
  await worker.evaluate(() => {
    if (Notification.permission === 'granted') return;
    let list: (NotificationOptions & { title: string; close(): void })[] = [];
    const withoutTag = (tag: string | undefined) => list.filter((one) => one.tag !== tag);
    Object.assign(registration, {
      async showNotification(title: string, options: NotificationOptions) {
        const close = () => {
          list = withoutTag(options.tag);
        };
        list = [...withoutTag(options.tag), { ...options, title, close }];
      },
      getNotifications: async ({ tag }: { tag?: string } = {}) =>
        list.filter((one) => tag === undefined || one.tag === tag),
    });
  });
  return {
    shown: () =>
      worker.evaluate(async () =>
        (await registration.getNotifications()).map(({ title, body, tag, icon }) => ({
          title,
          body,
          tag,
          icon: new URL(icon, location.origin).pathname,
        })),
      ),
    click: (tag) =>
      worker.evaluate(async (clicked) => {
        const calls: string[] = [];
        const path = (address: string) => new URL(address, location.origin).href.replace(location.origin, '');
        WindowClient.prototype.focus = async function () {
          calls.push(`focus ${path(this.url)}`);
          return this;
        };
        Clients.prototype.openWindow = async (address) => {
          calls.push(`open ${path(address)}`);
          return null;
        };
        const [notification] = await registration.getNotifications({ tag: clicked });
        if (!notification) throw new Error('There is no such message');
        const work: Promise<unknown>[] = [];
        const waitUntil = (promise: Promise<unknown>) => work.push(promise);
        dispatchEvent(Object.assign(new Event('notificationclick'), { notification, waitUntil }));
        await Promise.all(work);
        return calls;
      }, tag),
  };
}

// What this uses of the worker's scope. TypeScript's library `webworker` contradicts `dom`.
declare const registration: ServiceWorkerRegistration;
declare const WindowClient: { prototype: ShownPage };
declare const Clients: { prototype: { openWindow(address: string): Promise<null> } };
interface ShownPage {
  readonly url: string;
  focus(this: ShownPage): Promise<ShownPage>;
}
