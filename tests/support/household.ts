/** People with browsers of their own, at one running server. */
import type { BrowserContext, BrowserContextOptions, Page } from 'playwright-core';
import { watchRequests } from './at-rest.ts';
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

export interface Account {
  readonly name: string;
  readonly email: string;
  readonly password: string;
}

export interface Person extends Visitor, Account {}

export interface Household {
  readonly server: RunningServer;
  visitor(options?: BrowserContextOptions): Promise<Visitor>;
  /** Somebody new, who has registered on the screen. */
  register(name: string, options?: BrowserContextOptions): Promise<Person>;
  /** The same person at another browser, logged in on the screen. */
  another(account: Account, options?: BrowserContextOptions): Promise<Person>;
  /** Until the end of the test browsers may complain of this. */
  expects(problem: RegExp): void;
  /** After each test: mends all lines, and tells what browsers complained of. */
  settle(): Promise<string[]>;
  close(): Promise<void>;
}

/** What a browser says while its line is cut or the server is gone. */
export const noConnection =
  /net::ERR_(INTERNET_DISCONNECTED|CONNECTION_REFUSED|CONNECTION_RESET|EMPTY_RESPONSE|SOCKET_NOT_CONNECTED)|Connection closed before/;

/** Longer than anything takes: what is not there by then does not come. */
const patience = 15_000;

/**
 * @param program path of Chromium
 * @param env of the server
 */
export async function openHousehold(program: string, env: Record<string, string> = {}): Promise<Household> {
  const [server, browser] = await Promise.all([startServer(env), launchBrowser(program)]);
  await server.accounts();
  const problems = collectProblems();
  const lines: Line[] = [];
  let people = 0;

  const visitor = async (options: BrowserContextOptions = {}): Promise<Visitor> => {
    const line = await openLine(server.address);
    lines.push(line);
    const context = await browser.newContext({ baseURL: line.address, locale: 'en-GB', ...options });
    context.setDefaultTimeout(patience);
    problems.watch(context);
    watchRequests(context, line.address);
    return { context, page: await context.newPage(), line, leave: () => context.close() };
  };

  return {
    server,
    visitor,
    register: async (name, options) => {
      const account = {
        name,
        email: `${name.toLowerCase().replace(' ', '.')}${++people}@example.org`,
        password: 'butter and salt',
      };
      const person = { ...(await visitor(options)), ...account };
      await person.page.goto('/register');
      await signUp(person.page, account);
      await arriveHome(person);
      return person;
    },
    another: async ({ name, email, password }, options) => {
      const person = { ...(await visitor(options)), name, email, password };
      await person.page.goto('/login');
      await logIn(person.page, person);
      await arriveHome(person);
      return person;
    },
    expects: problems.expect,
    settle: async () => {
      for (const line of lines) line.release();
      await Promise.all(lines.map((line) => line.mend()));
      return problems.take();
    },
    close: async () => {
      await browser.close();
      await Promise.all(lines.map((line) => line.cut()));
      server.remove();
    },
  };
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

async function arriveHome({ page, name }: Person): Promise<void> {
  await page.getByRole('button', { name, exact: true }).waitFor();
  await page.waitForURL('/');
}
