/** How a page looks, at the width of a phone and of a desk, in light and in dark. */
import type { Page } from 'playwright-core';
import { expect } from 'vitest';
import { accessibilityFindings, stickingOut } from './accessibility.ts';
import { atRest } from './at-rest.ts';

export const widths = [360, 1440];

/** A word that cannot be broken where one would. */
export const unbroken = 'Rindfleischetikettierungsueberwachungsaufgabenuebertragungsgesetz'.repeat(2);

/** Once the page is at rest, nothing sticks out, and axe has nothing against it. */
export async function looksRightAt(page: Page, width: number): Promise<void> {
  await page.setViewportSize({ width, height: 900 });
  await atRest(page);
  await looksRightNow(page, width);
}

export async function looksRight(page: Page): Promise<void> {
  for (const width of widths) await looksRightAt(page, width);
}

/** The same of a page that cannot come to rest, as its line is held or cut. */
export async function looksRightMeanwhile(page: Page): Promise<void> {
  for (const width of widths) {
    await page.setViewportSize({ width, height: 900 });
    await looksRightNow(page, width);
  }
}

async function looksRightNow(page: Page, width: number): Promise<void> {
  expect(await stickingOut(page), `at ${width}`).toEqual([]);
  await page.emulateMedia({ colorScheme: 'light' });
  expect(await accessibilityFindings(page), `light at ${width}`).toEqual([]);
  await page.emulateMedia({ colorScheme: 'dark' });
  expect(await accessibilityFindings(page, ['color-contrast']), `dark at ${width}`).toEqual([]);
}
