import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { type BrowserContext, chromium } from 'playwright-core';
import { browserFlags } from '../../support/chromium.ts';

/** A browser with its own profile that both Playwright and Lighthouse control. */
export class Chromium implements AsyncDisposable {
  readonly context: BrowserContext;
  /** The remote debugging port, for Lighthouse. */
  readonly port: number;

  private constructor(context: BrowserContext, port: number) {
    this.context = context;
    this.port = port;
  }

  /** @param profile a folder that does not exist yet */
  static async launch(program: string, profile: string): Promise<Chromium> {
    const context = await chromium.launchPersistentContext(profile, {
      executablePath: program,
      args: [...browserFlags, '--remote-debugging-port=0'],
      // Lighthouse sets the screen size.
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
