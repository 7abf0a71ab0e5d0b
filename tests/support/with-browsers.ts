import type { Browser } from 'playwright-core';
import { afterAll, afterEach, beforeAll, beforeEach, expect, inject } from 'vitest';
import { type Browsers, openBrowsers } from './browsers.ts';
import { launchBrowser } from './chromium.ts';
import { createReusedBrowsers, type ReusedBrowsers } from './reused-browsers.ts';
import { type RunningServer, type ServerAddress, startServer } from './running-server.ts';

declare module 'vitest' {
  interface ProvidedContext {
    /** Delay of each chunk between a browser and the server, in each direction. `vitest.config.ts` sets it. */
    lineDelayMs: number;
    /** Random edits of three devices. */
    randomEdits: number;
  }
}

/**
 * Opens browsers for the tests of a suite, and closes them after it. After each test, closes the browsers that the test
 * has opened, restores all connections, and expects that no browser had an unexpected problem.
 *
 * Suites share a server, because its start costs more than most tests. Each has users of its own, but other suites publish
 * posts, recipes and playlists at the same time; a suite that minds, or that stops the server, uses `withOwnServer`.
 * @param program path of Chromium
 */
export function withBrowsers(program: string, arrange: (browsers: Browsers) => Promise<void>): void {
  openForSuite(program, async () => ({ address: inject('sharedServer') }), arrange, browsersOfSharedServer);
}

/**
 * The same with a server for this suite alone.
 * @param environment of the server
 */
export function withOwnServer(
  program: string,
  arrange: (browsers: Browsers<RunningServer>) => Promise<void>,
  environment: () => Promise<Record<string, string>> = async () => ({}),
): void {
  let server: RunningServer;

  const start = async () => {
    server = await startServer({ FIREBASE_AUTH_EMULATOR_HOST: inject('accountsHost'), ...(await environment()) });
    await server.accounts();
    return server;
  };
  const reused = createReusedBrowsers();

  // Runs last: hooks run in the reverse order of their registration.
  afterAll(async () => {
    await reused.close();
    server?.remove();
  });

  openForSuite(program, start, arrange, reused);
}

function openForSuite<Server extends ServerAddress>(
  program: string,
  open: () => Promise<Server>,
  arrange: (browsers: Browsers<Server>) => Promise<void>,
  reused: ReusedBrowsers,
): void {
  let browsers: Browsers<Server>;

  beforeAll(async () => {
    const [chromium, server] = await Promise.all([launchOnce(program), open()]);
    browsers = openBrowsers(chromium, server, inject('lineDelayMs'), reused);
    await arrange(browsers);
  });

  beforeEach(() => browsers.keepOpen());

  afterEach(async ({ task }) => {
    if (task.result?.state === 'fail') process.stderr.write(`${task.name}\n${await browsers.describe()}\n`);
    expect(await browsers.cleanUp()).toEqual([]);
  });

  afterAll(() => browsers?.close());
}

let launched: Browser | undefined;
/** The suites of a worker share them, too. */
const browsersOfSharedServer = createReusedBrowsers();

/** The suites of a worker share Chromium. It ends with the worker, or has crashed. */
async function launchOnce(program: string): Promise<Browser> {
  if (!launched?.isConnected()) launched = await launchBrowser(program);
  return launched;
}
