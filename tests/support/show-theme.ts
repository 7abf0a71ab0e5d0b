import type { Page } from 'playwright-core';
import { expect } from 'vitest';

/** Sets the system's colours, and waits until the page has them: colours of controls change in some 100 ms. */
export async function showTheme(page: Page, colorScheme: 'light' | 'dark'): Promise<void> {
  await page.emulateMedia({ colorScheme });
  await expect.poll(() => page.locator('html').getAttribute('data-theme')).toBe(colorScheme);
  await page.evaluate(async () => {
    const transitions = document.getAnimations().filter((animation) => animation instanceof CSSTransition);
    await Promise.allSettled(transitions.map(({ finished }) => finished));
  });
}
