/**
 * Browsers that tests use one after the other. A page in a process that has shown the application before takes less than half
 * of the processor time of a first page.
 */
import type { BrowserContext, Page } from 'playwright-core';
import type { Line } from './line.ts';

/** A browser with its own storage. */
export interface OpenBrowser {
  readonly context: BrowserContext;
  /** Its first page. */
  readonly page: Page;
  /** The connection from this browser to the server. */
  readonly line: Line;
}

/** A small file of the application's origin, whose page can reach the browser's storage. */
const emptyPage = '/art/logo-wordmark.svg';
/** Where a browser does not become empty in this time, the next test gets a new one. */
const emptyWithinMs = 5_000;

/** Calls whose effect on a browser cannot be taken back. */
const lastingCalls = ['addInitScript', 'exposeBinding', 'exposeFunction'];
const lastingOnContext = [...lastingCalls, 'addCookies', 'grantPermissions', 'newCDPSession', 'setExtraHTTPHeaders'];
const lastingOnPage = [...lastingCalls, 'close', 'emulateMedia', 'setExtraHTTPHeaders'];
const lastingOnClock = ['fastForward', 'install', 'pauseAt', 'resume', 'runFor', 'setFixedTime', 'setSystemTime'];

/** The events to which tests listen. */
const pageEvents = ['console', 'dialog', 'download', 'pageerror', 'crash', 'popup', 'websocket'];
const events = [...pageEvents, 'page', 'request', 'requestfailed', 'requestfinished', 'response'];

export type ReusedBrowsers = ReturnType<typeof createReusedBrowsers>;

export function createReusedBrowsers() {
  const free: OpenBrowser[] = [];
  const reusable = new WeakSet<BrowserContext>();
  const changedForGood = new WeakSet<BrowserContext>();

  return {
    /** A browser without storage and sessions, on a page that shows nothing of the application. */
    take(): OpenBrowser | undefined {
      const taken = free.pop();
      // Chromium may have ended meanwhile.
      return taken?.page.isClosed() ? undefined : taken;
    },

    /** Lets a new browser be used again. */
    register({ context, page }: OpenBrowser): void {
      reusable.add(context);
      const change = () => void changedForGood.add(context);
      onCall(context, lastingOnContext, change);
      onCall(context.clock, lastingOnClock, change);
      onCall(page, lastingOnPage, change);
    },

    /** Empties a browser for the next test, or closes it. */
    async giveBack(opened: OpenBrowser): Promise<void> {
      const { context } = opened;
      const canBeEmptied = reusable.has(context) && !changedForGood.has(context);
      if (canBeEmptied && (await isEmptied(opened))) free.push(opened);
      else await context.close();
    },

    async close(): Promise<void> {
      await Promise.all(free.splice(0).map(({ context }) => context.close()));
    },
  };
}

/** Stores a session in a browser. Playwright's `storageState` does the same in a page of its own, which costs a process. */
export async function store(page: Page, entries: readonly { name: string; value: string }[]): Promise<void> {
  if (!page.url().endsWith(emptyPage)) await page.goto(emptyPage);
  await page.evaluate((stored) => {
    for (const { name, value } of stored) localStorage.setItem(name, value);
  }, entries);
}

async function isEmptied({ context, page }: OpenBrowser): Promise<boolean> {
  try {
    for (const event of events) for (const each of [context, page]) each.removeAllListeners(event);
    await Promise.all(context.pages().map((other) => other !== page && other.close()));
    await page.goto(emptyPage, { timeout: emptyWithinMs });
    await Promise.all([context.clearCookies(), page.evaluate(deleteStorage)]);
    await page.mouse.move(-1, -1); // So that nothing of the next page is hovered.
    return true;
  } catch {
    return false; // For example, its server has stopped.
  }
}

/** Runs on the page. */
const deleteStorage = async (): Promise<void> => {
  localStorage.clear();
  sessionStorage.clear();
  for (const { name } of await indexedDB.databases()) {
    if (name === undefined) continue;
    const deletion = indexedDB.deleteDatabase(name);
    await new Promise((resolve, reject) => {
      deletion.onsuccess = resolve;
      deletion.onerror = reject;
    });
  }
  for (const name of await caches.keys()) await caches.delete(name);
};

function onCall(target: object, names: readonly string[], called: () => void): void {
  for (const name of names) {
    const method: unknown = Reflect.get(target, name);
    if (typeof method !== 'function') throw new Error(`This version of Playwright has no ${name}`);
    Reflect.set(target, name, (...values: unknown[]) => {
      called();
      return Reflect.apply(method, target, values);
    });
  }
}
