import { afterAll, afterEach, beforeAll, beforeEach, expect, inject } from 'vitest';
import { type Browsers, openBrowsers } from './browsers.ts';

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
 * @param program path of Chromium
 * @param environment of the server
 */
export function withBrowsers(
  program: string,
  arrange: (browsers: Browsers) => Promise<void>,
  environment: () => Promise<Record<string, string>> = async () => ({}),
): void {
  let browsers: Browsers;

  beforeAll(async () => {
    browsers = await openBrowsers(program, await environment(), inject('lineDelayMs'));
    await arrange(browsers);
  });

  beforeEach(() => browsers.keepOpen());

  afterEach(async () => {
    expect(await browsers.cleanUp()).toEqual([]);
  });

  afterAll(() => browsers?.close());
}
