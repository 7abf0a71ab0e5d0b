import type { Page } from 'playwright-core';
import { expect } from 'vitest';

/** Sets the system's colours, and waits until the page has them: colours of controls change in some 100 ms. */
export async function showTheme(page: Page, colorScheme: 'light' | 'dark'): Promise<void> {
  await page.emulateMedia({ colorScheme });
  await expect.poll(() => page.locator('html').getAttribute('data-theme')).toBe(colorScheme);
  // The first frame after it starts the transitions, and one that is interrupted starts another.
  await page.evaluate(() => new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(resolve))));
  const transitions = () =>
    page.evaluate(() => document.getAnimations().filter((animation) => animation instanceof CSSTransition).length);
  await expect.poll(transitions).toBe(0);
}
