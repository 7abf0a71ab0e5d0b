/**
 * Login, sign-up and the menu by keyboard.
 * @module-tag extended
 */
import { expect, test } from 'vitest';
import { atRest } from '../support/at-rest.ts';
import type { Browsers } from '../support/browsers.ts';
import { focusedName, tabStops, tabTo } from '../support/focus.ts';
import { describeWith } from '../support/requirements.ts';
import { withBrowsers } from '../support/with-browsers.ts';

describeWith('chromium', 'accounts by keyboard', (chromium) => {
  let browsers: Browsers;

  withBrowsers(chromium, async (opened) => {
    browsers = opened;
  });

  test('logs in, opens the menu and signs out', async () => {
    const mia = await browsers.register('Mia');
    const { page } = await browsers.visit('/login');
    await page.getByLabel('Email').waitFor();
    await atRest(page);
    const { keyboard } = page;
    expect(await tabStops(page, 13)).toEqual([
      'Skip to content',
      'Potluck Logo',
      'Community',
      'Search recipes',
      'Log In',
      'Sign Up',
      'Email',
      'Password',
      'Show password',
      'Forgot password?',
      'Login',
      'Continue with Google',
      'Register here',
    ]);

    await page.getByLabel('Email').focus();
    await keyboard.type(mia.email);
    await keyboard.press('Tab');
    await keyboard.type(mia.password);
    await keyboard.press('Tab');
    await keyboard.press('Space');
    await expect.poll(() => page.getByLabel('Password', { exact: true }).getAttribute('type')).toBe('text');
    await keyboard.press('Shift+Tab');
    await keyboard.press('Enter');
    await page.waitForURL('/');
    await atRest(page);

    await tabTo(page, 'MMia', 1, 'Shift+Tab');
    await keyboard.press('Enter');
    await expect.poll(() => focusedName(page)).toBe('View Profile');
    await keyboard.press('Escape');
    await expect.poll(() => focusedName(page)).toBe('MMia');
    await keyboard.press('Space');
    await keyboard.press('ArrowDown');
    await expect.poll(() => focusedName(page)).toBe('Households');
    await keyboard.press('End');
    await expect.poll(() => focusedName(page)).toBe('Sign Out');
    await keyboard.press('Enter');
    await page.waitForURL('/login');
  });

  test('signs up, with the focus on the invalid field', async () => {
    const { page } = await browsers.visit('/register');
    await page.getByLabel('Username').waitFor();
    await atRest(page);
    await page.getByLabel('Username').focus();
    const { keyboard } = page;
    await keyboard.type('Tom');
    await keyboard.press('Enter');
    await expect.poll(() => focusedName(page)).toBe('Email');
    await keyboard.type('tom.types@example.org');
    await keyboard.press('Tab');
    await keyboard.type('butter and salt');
    await tabTo(page, 'Confirm Password');
    await keyboard.type('butter');
    await tabTo(page, 'Sign Up');
    await keyboard.press('Space');
    await expect.poll(() => focusedName(page)).toBe('Confirm Password');
    await keyboard.press('Control+A');
    await keyboard.type('butter and salt');
    await keyboard.press('Enter');
    await page.getByRole('button', { name: 'Tom' }).waitFor();
  });
});
