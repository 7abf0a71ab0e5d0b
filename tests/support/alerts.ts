/** What a page has said to have failed: such a word goes again by itself, so that a look at the end may come too late. */
import type { Page } from 'playwright-core';

declare global {
  interface Window {
    toldAlerts?: string[];
  }
}

/** Keeps all alerts that the page shows from now on, until it is loaded anew; the answer is what they were so far. */
export async function watchAlerts(page: Page): Promise<() => Promise<string[]>> {
  await page.evaluate(() => {
    const told: string[] = [];
    window.toldAlerts = told;
    const look = () => {
      for (const alert of document.querySelectorAll<HTMLElement>('[role=alert]')) {
        if (!told.includes(alert.innerText)) told.push(alert.innerText);
      }
    };
    look();
    new MutationObserver(look).observe(document.body, { childList: true, subtree: true, characterData: true });
  });
  return () => page.evaluate(() => window.toldAlerts ?? ['The page was loaded anew']);
}
