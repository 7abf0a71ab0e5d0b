/** People with browsers of their own, at one running server. */
import type { BrowserContext, BrowserContextOptions, Page } from 'playwright-core';
import { type Account, registerAccount, type Session, signInTo } from './accounts.ts';
import { watchPages } from './at-rest.ts';
import { collectProblems, launchBrowser } from './browser.ts';
import { type Line, openLine } from './line.ts';
import { type RunningServer, startServer } from './running-server.ts';

/** Somebody in front of a browser that keeps what it knows to itself. */
export interface Visitor {
  readonly page: Page;
  readonly context: BrowserContext;
  /** From this browser to the server. */
  readonly line: Line;
  leave(): Promise<void>;
}

export interface Person extends Visitor, Account {
  /** As of when his browser was opened. */
  readonly session: Session;
}

export interface Household {
  readonly server: RunningServer;
  /** His page is empty yet. */
  visitor(options?: BrowserContextOptions): Promise<Visitor>;
  /** A visitor who has opened this path. */
  visit(path: string, options?: BrowserContextOptions): Promise<Visitor>;
  /** Somebody new, signed in. His page is empty yet. */
  register(name: string, options?: BrowserContextOptions): Promise<Person>;
  /** The same person at another browser, signed in there too. */
  another(account: Account, options?: BrowserContextOptions): Promise<Person>;
  /** Until the end of the test browsers may complain of this. */
  expects(problem: RegExp): void;
  /** Whoever is here before a test is here after it, too. */
  stay(): void;
  /**
   * After each test, however it ended: whoever came in it leaves, and all lines and requests go through again.
   * @returns what browsers complained of
   */
  settle(): Promise<string[]>;
  close(): Promise<void>;
}

/** What a browser says while its line is cut, or the server is gone or starting: then it takes no sockets, and answers 503. */
export const noConnection =
  /net::ERR_(INTERNET_DISCONNECTED|CONNECTION_REFUSED|CONNECTION_RESET|EMPTY_RESPONSE|SOCKET_NOT_CONNECTED)|Connection closed before|Unexpected response code: 400|status of 503/;

/** Longer than anything takes: what is not there by then does not come. */
const patience = 15_000;

/**
 * @param program path of Chromium
 * @param env of the server
 * @param lineDelayMs how long each chunk takes between a browser and the server, in each direction
 */
export async function openHousehold(
  program: string,
  env: Record<string, string> = {},
  lineDelayMs = 0,
): Promise<Household> {
  const [server, browser] = await Promise.all([startServer(env), launchBrowser(program)]);
  await server.accounts();
  const problems = collectProblems();
  const lines: Line[] = [];
  const contexts = new Set<BrowserContext>();
  let staying: ReadonlySet<BrowserContext> = new Set();
  let people = 0;

  const visitor = async (options?: BrowserContextOptions, session?: Session): Promise<Visitor> => {
    const line = await openLine(server.address, lineDelayMs);
    lines.push(line);
    const origins = session ? [{ origin: line.address, localStorage: [...session.stored] }] : [];
    const context = await browser.newContext({
      baseURL: line.address,
      locale: 'en-GB',
      // No test asks for what moves, and to paint it without a graphics card takes a share of the machine.
      reducedMotion: 'reduce',
      storageState: { cookies: [], origins },
      ...options,
    });
    contexts.add(context);
    context.on('close', () => contexts.delete(context));
    context.setDefaultTimeout(patience);
    problems.watch(context);
    await watchPages(context, line.address);
    return { context, page: await context.newPage(), line, leave: () => context.close() };
  };

  const personAt = async (account: Account, session: Session, options?: BrowserContextOptions): Promise<Person> => ({
    ...(await visitor(options, session)),
    ...account,
    session,
  });

  return {
    server,
    visitor: (options) => visitor(options),
    visit: async (path, options) => {
      const visiting = await visitor(options);
      await visiting.page.goto(path);
      return visiting;
    },
    register: async (name, options) => {
      const account = {
        name,
        email: `${name.toLowerCase().replace(' ', '.')}${++people}@example.org`,
        password: 'butter and salt',
      };
      return personAt(account, await registerAccount(server.address, account), options);
    },
    another: async ({ name, email, password }, options) => {
      const account = { name, email, password };
      return personAt(account, await signInTo(server.address, account), options);
    },
    expects: problems.expect,
    stay: () => {
      staying = new Set(contexts);
    },
    settle: async () => {
      for (const line of lines) line.release();
      await Promise.all(lines.map((line) => line.mend()));
      await Promise.all(
        [...contexts].map(async (context) => {
          // A handler may still be at a request that nobody waits for any more.
          for (const routed of [context, ...context.pages()]) await routed.unrouteAll({ behavior: 'ignoreErrors' });
          if (!staying.has(context)) return context.close();
          await context.setOffline(false);
        }),
      );
      return problems.take();
    },
    close: async () => {
      await browser.close();
      await Promise.all(lines.map((line) => line.cut()));
      server.remove();
    },
  };
}

/** Mia at two browsers, one of them in her hand. */
export async function phoneAndLaptop(household: Household): Promise<{ phone: Person; laptop: Person }> {
  const phone = await household.register('Mia', { viewport: { width: 360, height: 780 } });
  return { phone, laptop: await household.another(phone) };
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
