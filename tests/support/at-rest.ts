/**
 * Waits until a page is at rest: it has loaded everything that it loads by itself, including in idle callbacks, and no
 * animation runs. A test waits for this before it cuts or holds the connection, stops the server, or measures.
 */
import type { BrowserContext, Page, Request, WebSocket } from 'playwright-core';
import { until } from './until.ts';

/** A page's requests in flight, and its live connections that are not open. */
interface PageActivity {
  /** Their URLs. */
  readonly pending: Map<Request | WebSocket, string>;
  /** Number of requests and connections started so far. */
  started: number;
  /** The newest live connection of the current document. */
  live: WebSocket | undefined;
}

const watched = new WeakMap<Page, PageActivity>();

/** Longer than any page needs, even over a slow connection. */
const timeoutMs = 30_000;

declare global {
  interface Window {
    /** Handles of the page's idle callbacks that have not run. */
    pendingIdleCallbacks: Set<number>;
  }
}

/** Lets a new browser's pages track their idle callbacks, for `nextIdlePeriod`. */
export const trackIdlePeriods = (context: BrowserContext) => context.addInitScript(trackIdleCallbacks);

/**
 * Tracks the activity of this browser's pages, for `atRest`.
 * @param origin of the pages; requests to other origins are ignored
 */
export function watchPages(context: BrowserContext, origin: string): void {
  const watch = (page: Page) => {
    const activity: PageActivity = { pending: new Map(), started: 0, live: undefined };
    const { pending } = activity;
    watched.set(page, activity);
    const start = (item: Request | WebSocket) => {
      pending.set(item, item.url());
      activity.started += 1;
    };
    page.on('request', (request) => {
      const url = new URL(request.url());
      // A long poll of Socket.IO ends only when there is a message.
      if (url.origin === origin && !url.pathname.startsWith('/socket.io/')) start(request);
    });
    page.on('response', (response) => {
      const request = response.request();
      if (!request.isNavigationRequest() || request.frame() !== page.mainFrame()) return;
      // Requests of the previous document may end without an event.
      for (const stale of pending.keys()) if (stale !== request) pending.delete(stale);
      activity.live = undefined;
    });
    page.on('requestfinished', (request) => pending.delete(request));
    page.on('requestfailed', (request) => pending.delete(request));
    page.on('websocket', (socket) => {
      // The operators' tail of the log is another connection, which the client opens again by itself.
      if (!new URL(socket.url()).pathname.startsWith('/socket.io/')) return;
      if (activity.live) pending.delete(activity.live);
      activity.live = socket;
      start(socket);
      socket.on('framereceived', ({ payload }) => {
        if (isConnect(payload)) pending.delete(socket);
      });
      // The client reconnects with another socket.
      socket.on('close', () => {
        if (activity.live === socket) pending.set(socket, `${socket.url()} (closed)`);
        else pending.delete(socket);
      });
    });
  };
  for (const page of context.pages()) watch(page);
  context.on('page', watch);
}

/**
 * Whether a frame completes the Socket.IO handshake, after which the connection is live.
 * https://socket.io/docs/v4/engine-io-protocol/#from-a-socketio-server
 */
export const isConnect = (payload: string | Buffer): boolean => String(payload).startsWith('40');

/**
 * Waits until no request is in flight, the live connection is open if the page has one, no element is busy, all fonts
 * are loaded, no animation runs, and nothing has started in two idle periods. Call it when the page shows its content:
 * while React renders one part after another, there are such idle periods, too.
 */
export async function atRest(page: Page): Promise<void> {
  const activity = watched.get(page);
  if (!activity) throw new Error('This page is not watched');
  const { pending } = activity;
  const timedOut = Promise.withResolvers<never>();
  let isWaiting = true;
  let unfinished = '';
  const timer = setTimeout(() => {
    isWaiting = false;
    const reasons = [...pending.values(), unfinished].filter(Boolean).join(', ') || 'no activity, but never idle';
    timedOut.reject(new Error(`${page.url()} is not at rest after ${timeoutMs} ms: ${reasons}`));
  }, timeoutMs);
  const waitForQuiet = async () => {
    for (let idlePeriods = 0; isWaiting && idlePeriods < 2; ) {
      const { started } = activity;
      await nextIdlePeriod(page);
      unfinished = await page.evaluate(unfinishedOnPage);
      idlePeriods = pending.size === 0 && activity.started === started && unfinished === '' ? idlePeriods + 1 : 0;
    }
  };
  try {
    await Promise.race([waitForQuiet(), timedOut.promise]);
  } finally {
    clearTimeout(timer);
  }
}

/** The URLs of a page's requests in flight, and of its live connection if that is not open. */
export const pendingUrls = (page: Page): string[] => [...(watched.get(page)?.pending.values() ?? [])];

/**
 * Sets a page's simulated clock forward, and that of the other pages of its browser, once all are at rest: the time-outs of
 * requests in flight would pass, too.
 * @param duration in ms, or as `mm:ss`
 */
export async function fastForward(page: Page, duration: number | string): Promise<void> {
  await Promise.all(page.context().pages().map(atRest));
  await page.clock.fastForward(duration);
}

/** Makes a page whose live connection is not open reconnect at once, and waits until the connection is open. */
export async function reconnect(page: Page): Promise<void> {
  const activity = watched.get(page);
  if (!activity || !page.url().startsWith('http')) return;
  const { pending } = activity;
  const isOpen = () => activity.live === undefined || !pending.has(activity.live);
  if (isOpen()) return;
  await page.evaluate(() => window.dispatchEvent(new Event('online')));
  await until(isOpen, timeoutMs);
}

/**
 * Waits for the next frame, as the client's `afterFirstPaint` does, and until no idle callback is pending. Requests no
 * idle callback itself: on a page that paints nothing, it might run only after its maximum time-out.
 */
export const nextIdlePeriod = (page: Page): Promise<void> =>
  page.evaluate(async () => {
    const frame = () => new Promise<void>((resolve) => requestAnimationFrame(() => setTimeout(resolve)));
    await frame();
    while (window.pendingIdleCallbacks.size > 0) await frame();
  });

/** Runs on the page, before its own scripts. */
const trackIdleCallbacks = (): void => {
  let { requestIdleCallback: request, cancelIdleCallback: cancel } = window;
  const handles = new Set<number>();
  window.pendingIdleCallbacks = handles;
  const trackedRequest: typeof request = (task, options) => {
    const handle = request((deadline) => {
      handles.delete(handle);
      task(deadline);
    }, options);
    handles.add(handle);
    return handle;
  };
  const trackedCancel: typeof cancel = (handle) => {
    handles.delete(handle);
    cancel(handle);
  };
  // A simulated clock replaces both: what it puts in their place is tracked, too.
  Object.defineProperties(window, {
    requestIdleCallback: {
      get: () => trackedRequest,
      set: (replacement) => (request = replacement),
      configurable: true,
    },
    cancelIdleCallback: { get: () => trackedCancel, set: (replacement) => (cancel = replacement), configurable: true },
  });
};

/** Runs on the page. @returns what is unfinished; empty if nothing is */
const unfinishedOnPage = (): string => {
  const busy = document.querySelector('[aria-busy=true]');
  if (busy) return `a busy ${busy.tagName.toLowerCase()}: ${busy.textContent?.slice(0, 40)}`;
  if (document.fonts.status === 'loading') return 'fonts';
  const running = document
    .getAnimations()
    .find(({ playState, effect }) => playState === 'running' && effect?.getComputedTiming().endTime !== Infinity);
  return running ? `an animation of ${running.effect?.getComputedTiming().endTime} ms` : '';
};
