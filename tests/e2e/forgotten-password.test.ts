/** A forgotten password, and the link by which a new one replaces it. */

import { join } from 'node:path';
import { expect, inject, test } from 'vitest';
import { type Browsers, logIn, type Person } from '../support/browsers.ts';
import { lastLetter } from '../support/letters.ts';
import { describeWith } from '../support/requirements.ts';
import { withBrowsers } from '../support/with-browsers.ts';

describeWith('chromium', 'a forgotten password', (chromium) => {
  let browsers: Browsers;
  let forgetful: Person;

  const linkInLetter = async (): Promise<URL> => {
    const email = await lastLetter(join(inject('sharedServerFolder'), 'accounts'));
    expect(email).toContain(forgetful.email);
    return new URL(/^http\S+$/m.exec(email)?.[0] ?? '');
  };

  withBrowsers(chromium, async (opened) => {
    browsers = opened;
    forgetful = await browsers.register('Fay');
  });

  test('is replaced by a new one, with a link that works once', async () => {
    const { page } = await browsers.visit('/login');
    await page.getByRole('link', { name: 'Forgot password?' }).click();
    await page.waitForURL('/forgot-password');
    await page.getByRole('button', { name: 'Send the link' }).click();
    await page.getByRole('alert').getByText('Enter your email').waitFor();
    await page.getByLabel('Email').fill(forgetful.email);
    await page.getByRole('button', { name: 'Send the link' }).click();
    await page.getByText(`If ${forgetful.email} has an account, its link is printed`).waitFor();

    const { pathname, hash } = await linkInLetter();
    expect(pathname).toBe('/reset-password');
    await page.goto(pathname + hash);
    await page.getByText(`For ${forgetful.email}.`).waitFor();
    await page.getByLabel('New Password', { exact: true }).fill('remembered');
    await page.getByLabel('Confirm New Password').fill('remembered');
    await page.getByRole('button', { name: 'Save password' }).click();
    await page.getByRole('button', { name: 'Fay' }).waitFor();
    await page.getByText('Your new password is saved, and you are logged in.').waitFor();

    const { page: later } = await browsers.visit('/login');
    await logIn(later, { email: forgetful.email, password: 'remembered' });
    await later.getByRole('button', { name: 'Fay' }).waitFor();
    browsers.allowProblems(/400.*resetPassword/);
    await later.goto(pathname + hash);
    await later.getByRole('alert').getByText('it has been used. Ask for a new one.').waitFor();
  });

  test('is replaced although signing in with the new one fails', async () => {
    const { page } = await browsers.visit('/forgot-password');
    await page.getByLabel('Email').fill(forgetful.email);
    await page.getByRole('button', { name: 'Send the link' }).click();
    await page.getByText(`If ${forgetful.email} has an account`).waitFor();
    const { pathname, hash } = await linkInLetter();
    await page.goto(pathname + hash);
    await page.getByText(`For ${forgetful.email}.`).waitFor();
    browsers.allowProblems(/signInWithPassword|ERR_FAILED/);
    await page.route('**/accounts:signInWithPassword*', (route) => route.abort());
    await page.getByLabel('New Password', { exact: true }).fill('remembered again');
    await page.getByLabel('Confirm New Password').fill('remembered again');
    await page.getByRole('button', { name: 'Save password' }).click();
    await page.waitForURL('/login');
    await page.getByText('Your new password is saved. Log in with it.').waitFor();
    await page.unrouteAll();
    await logIn(page, { email: forgetful.email, password: 'remembered again' });
    await page.getByRole('button', { name: 'Fay' }).waitFor();
  });

  test('is not revealed to belong to an account', async () => {
    const { page } = await browsers.visit('/forgot-password');
    await page.getByLabel('Email').fill('stranger@example.org');
    await page.getByRole('button', { name: 'Send the link' }).click();
    await page.getByText('If stranger@example.org has an account, its link is printed').waitFor();
  });
});
