import type { Page } from 'playwright-core';
import type { Browsers, Person } from './browsers.ts';

/** Opens a page of this person with an empty browser cache. */
export async function firstVisit(browsers: Browsers, { context }: Person, width: number): Promise<Page> {
  browsers.allowProblems(/404.*lost[.]webp/);
  const page = await context.newPage();
  await page.setViewportSize({ width, height: 900 });
  await (await context.newCDPSession(page)).send('Network.clearBrowserCache');
  return page;
}
