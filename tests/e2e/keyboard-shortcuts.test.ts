/** Keyboard shortcuts, their help, the command palette, and the theme that it changes. */
import type { Page } from 'playwright-core';
import { expect, test } from 'vitest';
import { accessibilityFindings } from '../support/accessibility.ts';
import { apiOf } from '../support/api-of.ts';
import type { Browsers, Person } from '../support/browsers.ts';
import { describeWith } from '../support/requirements.ts';
import { withBrowsers } from '../support/with-browsers.ts';

const pathOf = (page: Page) => new URL(page.url()).pathname;
const themeOf = (page: Page) => page.locator('html').getAttribute('data-theme');

describeWith('chromium', 'keyboard shortcuts', (chromium) => {
  let browsers: Browsers;
  let mia: Person;

  withBrowsers(chromium, async (opened) => {
    browsers = opened;
    mia = await browsers.register('Mia');
    await apiOf(browsers.server, mia).publishRecipe({ type: 'image', title: 'Shortcut pie' });
  });

  test('open screens and the search, but not while the user types', async () => {
    const { page } = mia;
    await page.goto('/');
    await page.getByRole('button', { name: 'Mia', exact: true }).waitFor();
    await page.keyboard.press('g');
    await page.keyboard.press('l');
    await page.waitForURL('/grocery-list');
    const box = page.getByRole('combobox', { name: 'Add or search' });
    await box.fill('');
    await box.pressSequentially('g h?');
    await expect.poll(() => box.inputValue()).toBe('g h?');
    expect(pathOf(page)).toBe('/grocery-list');

    await box.fill('');
    await box.blur();
    await page.keyboard.press('/');
    await expect
      .poll(() => page.locator('header input').evaluate((field) => field === document.activeElement))
      .toBe(true);
  });

  test('are listed, and single keys can be switched off', async () => {
    const { page } = mia;
    await page.goto('/');
    await page.getByRole('button', { name: 'Mia', exact: true }).waitFor();
    await page.keyboard.press('?');
    const help = page.getByRole('dialog', { name: 'Keyboard shortcuts' });
    await help.getByText('Write a post').waitFor();
    expect(await accessibilityFindings(page)).toEqual([]);
    await help.getByRole('switch', { name: 'Single keys' }).click();
    await page.keyboard.press('Escape');
    await help.waitFor({ state: 'detached' });
    await page.keyboard.press('?');
    await page.keyboard.press('Control+k');
    await page.getByRole('dialog', { name: 'Go to' }).waitFor();
    expect(await page.getByRole('dialog').count()).toBe(1);
  });

  test('open a palette that finds screens, settings and recipes', async () => {
    const { page } = await browsers.signIn(mia, { colorScheme: 'light' });
    await page.goto('/community');
    await page.getByRole('button', { name: 'Mia', exact: true }).waitFor();
    await page.keyboard.press('Control+k');
    const palette = page.getByRole('dialog', { name: 'Go to' });
    const field = palette.getByRole('combobox', { name: 'Screen, setting or recipe' });
    await field.fill('dark');
    await palette.getByRole('option', { name: 'Dark theme', selected: true }).waitFor();
    await page.keyboard.press('Enter');
    await expect.poll(() => themeOf(page)).toBe('dark');
    await page.reload();
    expect(await themeOf(page)).toBe('dark');

    await page.getByRole('button', { name: 'Mia', exact: true }).waitFor();
    await page.keyboard.press('Control+k');
    await field.fill('shortcut p');
    await palette.getByRole('option', { name: 'Shortcut pie' }).waitFor();
    expect(await accessibilityFindings(page)).toEqual([]);
    // Does not open the result of the previous words.
    await field.fill('qqzzqq');
    await page.keyboard.press('Enter');
    await palette.getByText('Nothing found').waitFor();
    expect(await accessibilityFindings(page)).toEqual([]);
    await field.fill('shortcut p');
    await palette.getByRole('option', { name: 'Shortcut pie' }).waitFor();
    await page.keyboard.press('Enter');
    await page.getByRole('heading', { name: 'Shortcut pie' }).waitFor();
  });
});
