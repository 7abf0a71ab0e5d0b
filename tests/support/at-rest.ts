/** Whether a page has loaded all that it loads by itself: some of it comes only when the browser has a moment. */
import type { BrowserContext, Page, Request, WebSocket } from 'playwright-core';

/** What a page has under way: requests, and live connections that do not stand yet. */
interface UnderWay {
  /** By their addresses. */
  readonly open: Map<Request | WebSocket, string>;
  /** How many have begun so far. */
  begun: number;
}

const watched = new WeakMap<Page, UnderWay>();

/** Longer (ms) than any page takes. */
const patience = 15_000;

/**
 * From now on `atRest` knows what the pages of this browser have under way.
 * @param origin theirs; what comes from elsewhere does not count
 */
export function watchRequests(context: BrowserContext, origin: string): void {
  context.on('page', (page) => {
    const underWay: UnderWay = { open: new Map(), begun: 0 };
    const { open } = underWay;
    watched.set(page, underWay);
    const begin = (what: Request | WebSocket) => {
      open.set(what, what.url());
      underWay.begun += 1;
    };
    page.on('request', (request) => {
      const url = new URL(request.url());
      // A long poll of Socket.IO ends when there is something to say.
      if (url.origin === origin && !url.pathname.startsWith('/socket.io/')) begin(request);
    });
    page.on('response', (response) => {
      const request = response.request();
      if (!request.isNavigationRequest() || request.frame() !== page.mainFrame()) return;
      // What the page that is left had under way may end without a word.
      for (const left of open.keys()) if (left !== request) open.delete(left);
    });
    page.on('requestfinished', (request) => open.delete(request));
    page.on('requestfailed', (request) => open.delete(request));
    page.on('websocket', (socket) => {
      begin(socket);
      socket.on('framereceived', ({ payload }) => {
        if (String(payload).startsWith(connected)) open.delete(socket);
      });
      socket.on('socketerror', () => open.delete(socket));
      socket.on('close', () => open.delete(socket));
    });
  });
}

/** How the answer to the handshake of Socket.IO begins: https://socket.io/docs/v4/engine-io-protocol/#from-a-socketio-server */
const connected = '40';

/**
 * Waits until nothing is under way, the page has had a moment for whatever waits for one, and has begun nothing then.
 * To be asked when it shows what it was opened for: while React shows one thing after another, there are such moments too.
 */
export async function atRest(page: Page): Promise<void> {
  const underWay = watched.get(page);
  if (!underWay) throw new Error('Nobody watches the requests of this page');
  const { open } = underWay;
  const late = Promise.withResolvers<never>();
  let waiting = true;
  const timer = setTimeout(() => {
    waiting = false;
    const pending = [...open.values()].join(', ') || 'nothing under way, but no moment to spare either';
    late.reject(new Error(`${page.url()} is not at rest after ${patience} ms: ${pending}`));
  }, patience);
  const calm = async () => {
    for (let moments = 0; waiting && moments < 2; ) {
      const { begun } = underWay;
      await page.evaluate(moment);
      moments = open.size === 0 && underWay.begun === begun ? moments + 1 : 0;
    }
  };
  try {
    await Promise.race([calm(), late.promise]);
  } finally {
    clearTimeout(timer);
  }
}

/** On the page: as `afterFirstPaint` of the client waits, and after those who wait so already. */
const moment = (): Promise<void> =>
  new Promise((resolve) => {
    requestAnimationFrame(() => setTimeout(() => requestIdleCallback(() => resolve(), { timeout: 1_000 })));
  });
