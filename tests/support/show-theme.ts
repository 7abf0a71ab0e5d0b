import type { Page } from 'playwright-core';
import { expect } from 'vitest';

/** Sets the system's colours, and waits until the page has them. Colours of controls may still change by a transition. */
export async function showTheme(page: Page, colorScheme: 'light' | 'dark'): Promise<void> {
  await page.emulateMedia({ colorScheme });
  await expect.poll(() => page.locator('html').getAttribute('data-theme')).toBe(colorScheme);
}
