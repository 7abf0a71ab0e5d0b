/** The sheet of changes that were not saved. */
import type { Page } from 'playwright-core';

/** Opens the sheet from the alert that reports a change. */
export async function showNotSaved(page: Page) {
  await page.getByRole('alert').getByRole('button', { name: 'Show' }).click();
  return page.getByRole('dialog');
}

/** Discards the only change that was not saved. */
export async function discardNotSaved(page: Page): Promise<void> {
  const sheet = await showNotSaved(page);
  await sheet.getByRole('button', { name: 'Discard' }).click();
  await sheet.getByRole('heading', { name: 'Everything is saved' }).waitFor();
  await page.keyboard.press('Escape');
  await sheet.waitFor({ state: 'detached' });
}
