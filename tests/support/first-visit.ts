/** First visits of screens that have content. */
import type { Page } from 'playwright-core';
import { publishAllKinds } from './all-kinds-of-posts.ts';
import { apiOf } from './api-of.ts';
import type { Browsers, Person } from './browsers.ts';
import { withOwnServer } from './with-browsers.ts';

/** Registers a user, with posts of all kinds and a grocery list, before the tests of a file. */
export function withContent(
  chromium: string,
  use: (opened: { readonly browsers: Browsers; readonly mia: Person }) => void,
): void {
  withOwnServer(chromium, async (browsers) => {
    const mia = await browsers.register('Mia');
    await publishAllKinds(browsers, mia);
    await apiOf(browsers.server, mia).addGroceries({ name: 'Milk' }, { name: 'Feta' });
    use({ browsers, mia });
  });
}

/** Opens a page of this person with an empty browser cache. */
export async function firstVisit(browsers: Browsers, { context }: Person, width: number): Promise<Page> {
  browsers.allowProblems(/404.*lost[.]webp/);
  const page = await context.newPage();
  await page.setViewportSize({ width, height: 900 });
  await (await context.newCDPSession(page)).send('Network.clearBrowserCache');
  return page;
}
