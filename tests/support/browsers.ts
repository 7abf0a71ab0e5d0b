/** Browsers of several users, connected to one running server. */
import { randomUUID } from 'node:crypto';
import type { Browser, BrowserContext, BrowserContextOptions, Page, ViewportSize } from 'playwright-core';
import { type Account, registerAccount, type Session, signInTo } from './accounts.ts';
import { pendingUrls, reconnect, trackIdlePeriods, watchPages } from './at-rest.ts';
import { collectProblems } from './chromium.ts';
import { openLine } from './line.ts';
import { type OpenBrowser, type ReusedBrowsers, store } from './reused-browsers.ts';
import type { ServerAddress } from './running-server.ts';

/** A browser with its own storage, without a session. */
export interface Visitor extends OpenBrowser {
  close(): Promise<void>;
}

/** A browser with the session of a user. */
export interface Person extends Visitor, Account {
  /** The session with which the browser was opened. */
  readonly session: Session;
}

export interface Browsers<Server extends ServerAddress = ServerAddress> {
  readonly server: Server;
  /** Opens a visitor's browser with an empty page. */
  openVisitor(options?: BrowserContextOptions): Promise<Visitor>;
  /** Opens a visitor's browser at this path. */
  visit(path: string, options?: BrowserContextOptions): Promise<Visitor>;
  /** Registers a user and opens a browser with their session and an empty page. */
  register(name: string, options?: BrowserContextOptions): Promise<Person>;
  /** Opens another browser of a user, with a new session and an empty page. */
  signIn(account: Account, options?: BrowserContextOptions): Promise<Person>;
  /** Ignores the browsers' problems that match, until the end of the test. */
  allowProblems(pattern: RegExp): void;
  /** Lets `cleanUp` keep the browsers open that are open now. */
  keepOpen(): void;
  /** What all open pages show, for the report of a failed test. */
  describe(): Promise<string>;
  /**
   * Closes the other browsers, restores all connections, and stops intercepting requests.
   * @returns the problems of all browsers since the last call
   */
  cleanUp(): Promise<string[]>;
  close(): Promise<void>;
}

/** A browser's errors while its connection is cut, or the server is down or starting and responds with 400 or 503. */
export const connectionErrors =
  /net::ERR_(INTERNET_DISCONNECTED|CONNECTION_REFUSED|CONNECTION_RESET|EMPTY_RESPONSE|SOCKET_NOT_CONNECTED)|Connection closed before|Unexpected response code: 400|status of 503/;

/** Longer than any action takes. */
const timeoutMs = 30_000;

/**
 * @param lineDelayMs delay of each chunk between a browser and the server, in each direction
 * @param reused browsers of the same server that tests use one after the other; those that a test opens with other options
 * than a size are its own
 */
export function openBrowsers<Server extends ServerAddress>(
  chromium: Browser,
  server: Server,
  lineDelayMs = 0,
  reused?: ReusedBrowsers,
): Browsers<Server> {
  const problems = collectProblems();
  const opened = new Map<BrowserContext, OpenBrowser>();
  let keptOpen: ReadonlySet<BrowserContext> = new Set();

  const openNew = async (options: BrowserContextOptions): Promise<OpenBrowser> => {
    const line = await openLine(server.address, lineDelayMs);
    const context = await chromium.newContext({
      baseURL: line.address,
      locale: 'en-GB',
      // No test needs animations, and painting them without a GPU is slow.
      reducedMotion: 'reduce',
      // Playwright cannot intercept what a service worker answers. Tests of the worker allow it.
      serviceWorkers: 'block',
      ...options,
    });
    context.setDefaultTimeout(timeoutMs);
    context.once('close', () => line.cut());
    await trackIdlePeriods(context);
    return { context, page: await context.newPage(), line };
  };

  const openPlain = async (viewport: ViewportSize): Promise<OpenBrowser> => {
    const taken = reused?.take();
    if (taken) {
      await taken.page.setViewportSize(viewport);
      return taken;
    }
    const browser = await openNew({ viewport });
    reused?.register(browser);
    return browser;
  };

  const openVisitor = async ({ viewport, ...options }: BrowserContextOptions = {}, session?: Session) => {
    const size = viewport ?? { width: 1280, height: 720 };
    const isPlain = Object.keys(options).length === 0;
    const browser = await (isPlain ? openPlain(size) : openNew({ ...options, viewport: size }));
    const { context, page, line } = browser;
    opened.set(context, browser);
    problems.watch(context);
    watchPages(context, line.address);
    if (session) await store(page, session.stored);
    return { ...browser, close: () => context.close() };
  };

  const openPerson = async (account: Account, session: Session, options?: BrowserContextOptions): Promise<Person> => ({
    ...(await openVisitor(options, session)),
    ...account,
    session,
  });

  const finish = async (browser: OpenBrowser): Promise<void> => {
    opened.delete(browser.context);
    if (reused) await reused.giveBack(browser);
    else await browser.context.close();
  };

  /** Those that no test has closed. */
  const openNow = () => [...opened.values()].filter(({ context }) => chromium.contexts().includes(context));

  return {
    server,
    openVisitor: (options) => openVisitor(options),
    visit: async (path, options) => {
      const visitor = await openVisitor(options);
      await visitor.page.goto(path);
      return visitor;
    },
    register: async (name, options) => {
      const account = {
        name,
        email: `${name.toLowerCase().replace(' ', '.')}.${randomUUID().slice(0, 8)}@example.org`,
        password: 'butter and salt',
      };
      return openPerson(account, await registerAccount(server.address, account), options);
    },
    signIn: async ({ name, email, password }, options) => {
      const account = { name, email, password };
      return openPerson(account, await signInTo(server.address, account), options);
    },
    allowProblems: problems.allow,
    keepOpen: () => {
      keptOpen = new Set(opened.keys());
    },
    describe: async () => {
      const pages = openNow().flatMap(({ context }) => context.pages());
      return (await Promise.all(pages.map(describePage))).join('\n\n');
    },
    cleanUp: async () => {
      const browsers = openNow();
      for (const { line } of browsers) line.release();
      await Promise.all(browsers.map(({ line }) => line.restore()));
      await Promise.all(
        browsers.map(async (browser) => {
          const { context } = browser;
          // A handler may still process a request that the test did not wait for.
          for (const routed of [context, ...context.pages()]) await routed.unrouteAll({ behavior: 'ignoreErrors' });
          await context.setOffline(false);
          if (!keptOpen.has(context)) return finish(browser);
          // The error for a refused connection belongs to this test, not to the next.
          await Promise.all(context.pages().map(reconnect));
        }),
      );
      return problems.take();
    },
    close: async () => {
      await Promise.all(openNow().map(finish));
    },
  };
}

async function describePage(page: Page): Promise<string> {
  const pending = `pending: ${pendingUrls(page).join(', ') || 'nothing'}`;
  const body = page.locator(':root > body'); // None in a picture.
  const shown = await body.ariaSnapshot({ timeout: 5_000 }).catch(String);
  return [page.url(), pending, shown].join('\n');
}

/** Opens two browsers of one user, a phone and a laptop. */
export async function openPhoneAndLaptop(browsers: Browsers): Promise<{ phone: Person; laptop: Person }> {
  const phone = await browsers.register('Mia', { viewport: { width: 360, height: 780 } });
  return { phone, laptop: await browsers.signIn(phone) };
}

export async function signUp(page: Page, { name, email, password }: Account): Promise<void> {
  await page.getByLabel('Username').fill(name);
  await page.getByLabel('Email').fill(email);
  await page.getByLabel('Password', { exact: true }).fill(password);
  await page.getByLabel('Confirm Password').fill(password);
  await page.getByRole('button', { name: 'Sign Up' }).click();
}

export async function logIn(page: Page, { email, password }: Pick<Account, 'email' | 'password'>): Promise<void> {
  await page.getByLabel('Email').fill(email);
  await page.getByLabel('Password', { exact: true }).fill(password);
  await page.getByRole('button', { name: 'Login' }).click();
}
