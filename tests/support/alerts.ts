/** Records the alerts of a page. They disappear by themselves, so a check at the end could miss them. */
import type { Page } from 'playwright-core';

declare global {
  interface Window {
    recordedAlerts?: string[];
  }
}

/** Records all alerts that the page shows until it is reloaded. The returned function reads them. */
export async function watchAlerts(page: Page): Promise<() => Promise<string[]>> {
  await page.evaluate(() => {
    const recorded: string[] = [];
    window.recordedAlerts = recorded;
    const record = () => {
      for (const alert of document.querySelectorAll<HTMLElement>('[role=alert]')) {
        if (!recorded.includes(alert.innerText)) recorded.push(alert.innerText);
      }
    };
    record();
    new MutationObserver(record).observe(document.body, { childList: true, subtree: true, characterData: true });
  });
  return () => page.evaluate(() => window.recordedAlerts ?? ['The page was reloaded']);
}
