import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { type BrowserContext, chromium } from 'playwright-core';
import { browserFlags } from '../../support/chromium.ts';

/** A browser with a profile of its own, which both Playwright and Lighthouse drive. */
export class Chromium implements AsyncDisposable {
  readonly context: BrowserContext;
  /** Where Lighthouse reaches it. */
  readonly port: number;

  private constructor(context: BrowserContext, port: number) {
    this.context = context;
    this.port = port;
  }

  /** @param profile a folder that is not there yet */
  static async launch(program: string, profile: string): Promise<Chromium> {
    const context = await chromium.launchPersistentContext(profile, {
      executablePath: program,
      args: [...browserFlags, '--remote-debugging-port=0'],
      // Lighthouse says itself how large the screen is.
      viewport: null,
      locale: 'en-GB',
    });
    const [port] = (await readFile(join(profile, 'DevToolsActivePort'), 'utf8')).split('\n');
    return new Chromium(context, Number(port));
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await this.context.close();
  }
}
