/** Changes of a user's email and password. */
import { expect, test } from 'vitest';
import { apiOf } from '../support/api-of.ts';
import { type Browsers, logIn, type Person } from '../support/browsers.ts';
import { focusedName } from '../support/focus.ts';
import { nextSecond } from '../support/next-second.ts';
import { profileOn } from '../support/profile.ts';
import { describeWith } from '../support/requirements.ts';
import { withBrowsers } from '../support/with-browsers.ts';

describeWith('chromium', 'the email and password of the profile', (chromium) => {
  let browsers: Browsers;
  let mia: Person;

  withBrowsers(chromium, async (opened) => {
    browsers = opened;
    mia = await browsers.register('Mia');
  });

  test('changes the email and password with the current password, keeps the session, and replaces the old ones at login', async () => {
    browsers.allowProblems(/4(03|09|22).*api[/]users[/]profile/);
    browsers.allowProblems(/400.*signInWithPassword/);
    const ben = await browsers.register('Ben');
    const { page } = ben;
    const { edit, email, current, fresh, confirmation, save } = profileOn(page);
    const waitForAlert = (text: string) => page.getByRole('alert').getByText(text).waitFor();
    await page.goto('/profile');
    await edit.click();

    await fresh.fill('oil');
    await confirmation.fill('vinegar');
    await save.click();
    await waitForAlert('New passwords do not match');
    await waitForAlert('Enter your current password');
    await expect.poll(() => focusedName(page)).toBe('Current Password');

    await confirmation.fill('oil');
    await current.fill('pepper');
    await save.click();
    await waitForAlert('Your current password is not right');
    await expect.poll(() => focusedName(page)).toBe('Current Password');

    await current.fill(ben.password);
    await save.click();
    await waitForAlert('Your password needs at least 6 characters.');

    await fresh.fill('vinegar and oil');
    await confirmation.fill('vinegar and oil');
    await email.fill(mia.email);
    await save.click();
    await waitForAlert('There is an account with this email already');

    await email.fill('benedikt@example.org');
    await save.click();
    await page.getByText('Your profile and your new password are saved.').waitFor();
    await page.getByText('benedikt@example.org').waitFor();
    await edit.click();
    await expect
      .poll(async () => [await current.inputValue(), await fresh.inputValue(), await confirmation.inputValue()])
      .toEqual(['', '', '']);

    await page.goto('/grocery-list');
    await page.getByText('Your grocery list is empty').waitFor();
    const { page: phone } = await browsers.openVisitor();
    await phone.goto('/login');
    await logIn(phone, ben);
    await phone.getByText('Email or password is not right.').waitFor();
    await logIn(phone, { email: 'benedikt@example.org', password: 'vinegar and oil' });
    await phone.getByRole('button', { name: 'Ben', exact: true }).waitFor();
  });

  test('signs out another device at once on a new password, but no tab of this one', { tags: 'extended' }, async () => {
    browsers.allowProblems(/400.*securetoken/);
    browsers.allowProblems(/401.*api/);
    const kim = await browsers.register('Kim');
    await nextSecond();
    const phone = await browsers.signIn(kim);
    const tab = await kim.context.newPage();
    for (const page of [tab, phone.page]) {
      await page.goto('/grocery-list');
      await page.getByText('Your grocery list is empty').waitFor();
      await page.getByText('Live', { exact: true }).waitFor();
    }
    const { edit, current, fresh, confirmation, save } = profileOn(kim.page);
    await kim.page.goto('/profile');
    await edit.click();
    await current.fill(kim.password);
    await fresh.fill('vinegar and oil');
    await confirmation.fill('vinegar and oil');
    await save.click();
    await kim.page.getByText('Your profile and your new password are saved.').waitFor();
    await phone.page.getByRole('banner').getByText('Log In').waitFor();
    await expect.poll(() => phone.page.getByText('Your grocery list is empty').count()).toBe(0);

    const withNewPassword = await browsers.signIn({ ...kim, password: 'vinegar and oil' });
    await apiOf(browsers.server, withNewPassword).addGroceries({ name: 'Milk' });
    await tab.getByText('Milk', { exact: true }).waitFor();
    await kim.page.getByRole('button', { name: 'Kim', exact: true }).waitFor();
  });
});
