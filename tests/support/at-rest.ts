/**
 * Whether a page is at rest: it has loaded all that it loads by itself, some of it only when the browser has a moment, and
 * nothing on it moves. A test waits for that before it cuts or holds the line, stops the server, or measures.
 */
import type { BrowserContext, Page, Request, WebSocket } from 'playwright-core';

/** What a page has under way: requests, and live connections that do not stand yet or not any more. */
interface UnderWay {
  /** By their addresses. */
  readonly open: Map<Request | WebSocket, string>;
  /** How many have begun so far. */
  begun: number;
  /** The newest live connection of the document that is shown. */
  live: WebSocket | undefined;
}

const watched = new WeakMap<Page, UnderWay>();

/** Longer than any page takes, also with a slow line. */
const timeoutMs = 15_000;

declare global {
  interface Window {
    /** Tasks of the page that wait until the browser has a moment. */
    idleTasks: Set<number>;
  }
}

/**
 * From now on `atRest` knows what the pages of this browser have under way.
 * @param origin theirs; what comes from elsewhere does not count
 */
export async function watchPages(context: BrowserContext, origin: string): Promise<void> {
  await context.addInitScript(keepIdleTasks);
  context.on('page', (page) => {
    const underWay: UnderWay = { open: new Map(), begun: 0, live: undefined };
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
      // What the document that is left had under way may end without an event.
      for (const left of open.keys()) if (left !== request) open.delete(left);
      underWay.live = undefined;
    });
    page.on('requestfinished', (request) => open.delete(request));
    page.on('requestfailed', (request) => open.delete(request));
    page.on('websocket', (socket) => {
      if (underWay.live) open.delete(underWay.live);
      underWay.live = socket;
      begin(socket);
      socket.on('framereceived', ({ payload }) => {
        if (isConnect(payload)) open.delete(socket);
      });
      // It comes back by itself, by another socket.
      socket.on('close', () => {
        if (underWay.live === socket) open.set(socket, `${socket.url()} (closed)`);
        else open.delete(socket);
      });
    });
  });
}

/**
 * Whether a frame is the server's answer to the handshake of Socket.IO: from then on the connection is live.
 * https://socket.io/docs/v4/engine-io-protocol/#from-a-socketio-server
 */
export const isConnect = (payload: string | Buffer): boolean => String(payload).startsWith('40');

/**
 * Waits until no request is under way, the live connection stands where the page has one, what is loading has come, the
 * fonts are there, nothing moves, and the page has begun nothing new in two moments.
 * To be asked when the page shows what it was opened for: while React shows one thing after another, there are such
 * moments too.
 */
export async function atRest(page: Page): Promise<void> {
  const underWay = watched.get(page);
  if (!underWay) throw new Error('Nothing watches this page');
  const { open } = underWay;
  const late = Promise.withResolvers<never>();
  let waiting = true;
  let unfinished = '';
  const timer = setTimeout(() => {
    waiting = false;
    const pending = [...open.values(), unfinished].filter(Boolean).join(', ') || 'nothing under way, but never idle';
    late.reject(new Error(`${page.url()} is not at rest after ${timeoutMs} ms: ${pending}`));
  }, timeoutMs);
  const calm = async () => {
    for (let moments = 0; waiting && moments < 2; ) {
      const { begun } = underWay;
      await nextMoment(page);
      unfinished = await page.evaluate(unfinishedOnPage);
      moments = open.size === 0 && underWay.begun === begun && unfinished === '' ? moments + 1 : 0;
    }
  };
  try {
    await Promise.race([calm(), late.promise]);
  } finally {
    clearTimeout(timer);
  }
}

/**
 * Waits on the page as `afterFirstPaint` of the client does, and until no task waits for a moment any more. It does not
 * ask for such a moment itself: a page that paints nothing new may have none for as long as one can ask it to wait.
 */
export const nextMoment = (page: Page): Promise<void> =>
  page.evaluate(async () => {
    const frame = () => new Promise<void>((resolve) => requestAnimationFrame(() => setTimeout(resolve)));
    await frame();
    while (window.idleTasks.size > 0) await frame();
  });

/** On the page, before its own scripts. */
const keepIdleTasks = (): void => {
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

/** On the page: what shows that it is not finished; empty when nothing does. */
const unfinishedOnPage = (): string => {
  const busy = document.querySelector('[aria-busy=true]');
  if (busy) return `a busy ${busy.tagName.toLowerCase()}: ${busy.textContent?.slice(0, 40)}`;
  if (document.fonts.status === 'loading') return 'fonts';
  const moving = document
    .getAnimations()
    .find(({ playState, effect }) => playState === 'running' && effect?.getComputedTiming().endTime !== Infinity);
  return moving ? `an animation of ${moving.effect?.getComputedTiming().endTime} ms` : '';
};
