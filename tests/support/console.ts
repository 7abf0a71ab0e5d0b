/** The pages of the operators' console. */
import type { Page } from 'playwright-core';

export const consoleOn = (page: Page) => ({
  link: (name: string) => page.getByRole('navigation', { name: 'Console' }).getByRole('link', { name }),
  /** Gives the reason for which a page asks before it shows private data. */
  giveReason: async (why: string) => {
    await page.getByLabel('Reason').fill(why);
    await page.getByRole('button', { name: /^Show / }).click();
  },
  /** The rows of a table, by its label. */
  rows: (label: string) => page.locator(`[data-table="${label}"] tbody tr`),
  panel: (title: string) => page.getByRole('region', { name: title, exact: true }),
});
