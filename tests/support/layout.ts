/** Checks the layout of pages at the widths of a phone and a desktop, in light and dark mode. */
import type { Page } from 'playwright-core';
import { expect } from 'vitest';
import { accessibilityFindings, overflowingElements } from './accessibility.ts';
import { atRest } from './at-rest.ts';
import { showTheme } from './show-theme.ts';

export const widths = [360, 1440];

/** A word without a break opportunity. */
export const longWord = 'Rindfleischetikettierungsueberwachungsaufgabenuebertragungsgesetz'.repeat(2);

/** Waits until the page is at rest, then expects no overflow and no axe violations. */
export async function expectGoodLayoutAt(page: Page, width: number): Promise<void> {
  await page.setViewportSize({ width, height: 900 });
  await atRest(page);
  await checkLayout(page, width);
}

export async function expectGoodLayout(page: Page): Promise<void> {
  for (const width of widths) await expectGoodLayoutAt(page, width);
}

/** The same without the wait, for a page whose connection is held or cut. */
export async function expectGoodLayoutNow(page: Page): Promise<void> {
  for (const width of widths) {
    await page.setViewportSize({ width, height: 900 });
    await checkLayout(page, width);
  }
}

/** Both widths have the same colours, so each is checked in one colour scheme only. */
async function checkLayout(page: Page, width: number): Promise<void> {
  expect(await overflowingElements(page), `at ${width}`).toEqual([]);
  const colorScheme = width === 360 ? 'light' : 'dark';
  await showTheme(page, colorScheme);
  expect(await accessibilityFindings(page), `${colorScheme} at ${width}`).toEqual([]);
}
