/**
 * Waits until a page is at rest: it has loaded everything that it loads by itself, including in idle callbacks, and no
 * animation runs. A test does this before it cuts or holds the line, stops the server, or measures.
 */
import type { BrowserContext, Page, Request, WebSocket } from 'playwright-core';

/** A page's requests in flight, and its live connections that are not open. */
interface PageActivity {
  /** Their URLs. */
  readonly open: Map<Request | WebSocket, string>;
  /** Number of requests and connections started so far. */
  started: number;
  /** The newest live connection of the current document. */
  live: WebSocket | undefined;
}

const watched = new WeakMap<Page, PageActivity>();

/** Longer than any page needs, even over a slow line. */
const timeoutMs = 15_000;

declare global {
  interface Window {
    /** Pending idle callbacks of the page. */
    idleTasks: Set<number>;
  }
}

/**
 * Tracks the activity of this browser's pages, for `atRest`.
 * @param origin of the pages; requests to other origins are ignored
 */
export async function watchPages(context: BrowserContext, origin: string): Promise<void> {
  await context.addInitScript(trackIdleTasks);
  context.on('page', (page) => {
    const activity: PageActivity = { open: new Map(), started: 0, live: undefined };
    const { open } = activity;
    watched.set(page, activity);
    const start = (item: Request | WebSocket) => {
      open.set(item, item.url());
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
      for (const stale of open.keys()) if (stale !== request) open.delete(stale);
      activity.live = undefined;
    });
    page.on('requestfinished', (request) => open.delete(request));
    page.on('requestfailed', (request) => open.delete(request));
    page.on('websocket', (socket) => {
      if (activity.live) open.delete(activity.live);
      activity.live = socket;
      start(socket);
      socket.on('framereceived', ({ payload }) => {
        if (isConnect(payload)) open.delete(socket);
      });
      // The client reconnects with another socket.
      socket.on('close', () => {
        if (activity.live === socket) open.set(socket, `${socket.url()} (closed)`);
        else open.delete(socket);
      });
    });
  });
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
  const { open } = activity;
  const timedOut = Promise.withResolvers<never>();
  let waiting = true;
  let unfinished = '';
  const timer = setTimeout(() => {
    waiting = false;
    const pending = [...open.values(), unfinished].filter(Boolean).join(', ') || 'no activity, but never idle';
    timedOut.reject(new Error(`${page.url()} is not at rest after ${timeoutMs} ms: ${pending}`));
  }, timeoutMs);
  const waitForQuiet = async () => {
    for (let idlePeriods = 0; waiting && idlePeriods < 2; ) {
      const { started } = activity;
      await nextIdlePeriod(page);
      unfinished = await page.evaluate(unfinishedOnPage);
      idlePeriods = open.size === 0 && activity.started === started && unfinished === '' ? idlePeriods + 1 : 0;
    }
  };
  try {
    await Promise.race([waitForQuiet(), timedOut.promise]);
  } finally {
    clearTimeout(timer);
  }
}

/**
 * Waits for the next frame, as the client's `afterFirstPaint` does, and until no idle callback is pending. Requests no
 * idle callback itself: on a page that paints nothing, it might run only after its maximum time-out.
 */
export const nextIdlePeriod = (page: Page): Promise<void> =>
  page.evaluate(async () => {
    const frame = () => new Promise<void>((resolve) => requestAnimationFrame(() => setTimeout(resolve)));
    await frame();
    while (window.idleTasks.size > 0) await frame();
  });

/** Runs on the page, before its own scripts. */
const trackIdleTasks = (): void => {
  const { requestIdleCallback: request, cancelIdleCallback: cancel } = window;
  const waiting = new Set<number>();
  window.idleTasks = waiting;
  window.requestIdleCallback = (task, options) => {
    const handle = request((deadline) => {
      waiting.delete(handle);
      task(deadline);
    }, options);
    waiting.add(handle);
    return handle;
  };
  window.cancelIdleCallback = (handle) => {
    waiting.delete(handle);
    cancel(handle);
  };
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
