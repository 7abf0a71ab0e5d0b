import type { Page } from 'playwright-core';
import { expect } from 'vitest';

/** Sets the system's colours, and waits until the page has them. */
export async function showTheme(page: Page, colorScheme: 'light' | 'dark'): Promise<void> {
  await page.emulateMedia({ colorScheme });
  await expect.poll(() => page.locator('html').getAttribute('data-theme')).toBe(colorScheme);
}
