/**
 * The grocery list by keyboard.
 * @module-tag extended
 */
import { expect, test } from 'vitest';
import { atRest } from '../support/at-rest.ts';
import type { Browsers } from '../support/browsers.ts';
import { focusedName, tabTo } from '../support/focus.ts';
import { listOn } from '../support/grocery-list.ts';
import { describeWith } from '../support/requirements.ts';
import { withBrowsers } from '../support/with-browsers.ts';

describeWith('chromium', 'the grocery list by keyboard', (chromium) => {
  let browsers: Browsers;

  withBrowsers(chromium, async (opened) => {
    browsers = opened;
  });

  test('adds, checks, changes and removes groceries, and undoes that', async () => {
    const { page } = await browsers.register('Mia');
    const { keyboard } = page;
    const { box, item, check, section } = listOn(page);
    await page.goto('/grocery-list');
    await box.waitFor();
    await atRest(page);
    await tabTo(page, 'Add or search');
    for (const text of ['tomatoes, 500 g', 'onions', 'olives']) {
      await keyboard.type(text);
      await keyboard.press('Enter');
    }
    await item('Olives').waitFor();
    await tabTo(page, /^Tomatoes/, 1);
    await keyboard.press('Space');
    await expect.poll(() => check('Tomatoes').isChecked()).toBe(true);
    await section('Checked').getByText('Tomatoes').waitFor();
    // The next item takes its place and the focus.
    await expect.poll(() => focusedName(page)).toMatch(/^Onions/);

    await tabTo(page, /^Edit Onions/, 1);
    await keyboard.press('Enter');
    await page.getByRole('dialog', { name: 'Edit item' }).waitFor();
    await expect.poll(() => focusedName(page)).toBe('Name');
    await keyboard.press('Control+A');
    await keyboard.type('Red onions');
    await keyboard.press('Enter');
    await item('Red onions').waitFor();
    await page.getByRole('dialog').waitFor({ state: 'detached' });
    await expect.poll(() => focusedName(page)).toMatch(/^Edit Red onions/);
    await keyboard.press('Enter');
    await page.getByRole('dialog').waitFor();
    await keyboard.press('Control+A');
    await keyboard.type('Butter');
    await keyboard.press('Enter');
    await page.getByRole('dialog').waitFor({ state: 'detached' });
    // The item has moved to another aisle, with the focus.
    await section('Dairy & eggs').getByText('Butter').waitFor();
    await expect.poll(() => focusedName(page)).toMatch(/^Edit Butter/);
    await keyboard.press('Enter');
    await page.getByRole('dialog').waitFor();
    await keyboard.press('Control+A');
    await keyboard.type('Red onions');
    await keyboard.press('Enter');
    await page.getByRole('dialog').waitFor({ state: 'detached' });
    await tabTo(page, 'Remove Red onions', 3);
    await keyboard.press('Enter');
    await item('Red onions').waitFor({ state: 'detached' });
    await expect.poll(() => focusedName(page)).toMatch(/^Olives/);
    await tabTo(page, 'Undo');
    await keyboard.press('Enter');
    await item('Red onions').waitFor();

    await page.getByRole('button', { name: 'Checked 1' }).focus();
    await keyboard.press('Enter');
    await expect.poll(() => section('Checked').getByText('Tomatoes').isVisible()).toBe(false);
    await tabTo(page, 'Clear List', 3);
    await keyboard.press('Enter');
    await page.getByRole('dialog', { name: 'Clear List' }).waitFor();
    await expect.poll(() => focusedName(page)).toBe('Clear 1 checked item');
    await tabTo(page, 'Clear all 3 items', 1);
    await keyboard.press('Enter');
    await page.getByText('Your grocery list is empty').waitFor();
    await tabTo(page, 'Undo');
    await keyboard.press('Space');
    await item('Olives').waitFor();
  });
});
