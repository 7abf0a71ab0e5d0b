/** Joining a household with a code. */
import { expect, test } from 'vitest';
import { apiOf } from '../support/api-of.ts';
import { atRest } from '../support/at-rest.ts';
import { type Browsers, logIn, type Person, signUp } from '../support/browsers.ts';
import { householdOn, openHousehold } from '../support/households.ts';
import { expectGoodLayout } from '../support/layout.ts';
import { describeWith } from '../support/requirements.ts';
import { withBrowsers } from '../support/with-browsers.ts';

describeWith('chromium', 'joining a household', (chromium) => {
  let browsers: Browsers;
  let mia: Person;
  let sam: Person;

  withBrowsers(chromium, async (opened) => {
    browsers = opened;
    [mia, sam] = await Promise.all([browsers.register('Mia'), browsers.register('Sam')]);
  });

  const invite = async (name: string, uses = 1) => {
    const { id: household } = await openHousehold(browsers, name, mia);
    return { household, ...(await apiOf(browsers.server, mia).invite(household, uses)) };
  };

  test('leads a visitor through the registration and back to the invitation', async () => {
    const { code } = await invite('Home');
    const { page } = await browsers.visit(`/join/${code}`);
    await page.waitForURL('/login');
    const alert = page.getByRole('status').getByText('You have an invitation to a household.');
    await alert.waitFor();
    await page.getByRole('link', { name: 'Register here' }).click();
    await page.waitForURL('/register');
    await alert.waitFor();
    await signUp(page, { name: 'Jo', email: 'jo.joins@example.org', password: 'butter and salt' });
    await householdOn(page).title('Mia invites you to Home').waitFor();
    await page.getByRole('button', { name: 'Join Home' }).click();
    await householdOn(page).member('Jo').waitFor();
  });

  test('leads a visitor through the login and back to the invitation', { tags: 'extended' }, async () => {
    const { code } = await invite('Cabin');
    const { page } = await browsers.visit(`/join/${code}`);
    await page.waitForURL('/login');
    await logIn(page, sam);
    await householdOn(page).title('Mia invites you to Cabin').waitFor();
    await page.getByRole('link', { name: 'Not now' }).click();
    await page.waitForURL('/');
  });

  test('accepts a code as people type it, and its link', { tags: 'extended' }, async () => {
    const { code } = await invite('Typed', 2);
    const { page } = sam;
    await page.goto('/join');
    const field = page.getByLabel('Code');
    const go = page.getByRole('button', { name: 'Continue' });
    await go.click();
    await page.getByText('Enter the code of your invitation').waitFor();
    await field.fill('7KQ4M');
    await go.click();
    await page.getByText('A code has ten letters and digits, such as 7KQ4M 2X9DP').waitFor();
    await field.fill(` ${code.toLowerCase().replace('-', ' ')} `);
    await go.click();
    await householdOn(page).title('Mia invites you to Typed').waitFor();
    await page.goto('/join');
    await field.fill(`https://potluck.example/join/${code.replace('-', '')}`);
    await go.click();
    await householdOn(page).title('Mia invites you to Typed').waitFor();
  });

  test('says why a code is not valid, and leads to another', { tags: 'extended' }, async () => {
    browsers.allowProblems(/status of (404|409)/);
    const { page } = sam;
    const reason = (title: string) => page.getByRole('heading', { name: title, level: 2 });
    await page.goto('/join');
    await page.getByLabel('Code').fill('7KQ4M 2X9DQ');
    await page.getByRole('button', { name: 'Continue' }).click();
    await reason('This code opens nothing').waitFor();
    await page.getByText('7KQ4M 2X9DQ').waitFor();
    await page.getByText('ask for a new one').waitFor();
    // What was typed is there to be corrected.
    await page.getByRole('link', { name: 'Enter a code' }).click();
    await expect.poll(() => page.getByLabel('Code').inputValue()).toBe('7KQ4M 2X9DQ');

    const { household, id, code } = await invite('Revoked');
    const api = apiOf(browsers.server, mia);
    await page.goto(`/join/${code}`);
    await page.getByRole('button', { name: 'Join Revoked' }).waitFor();
    // Else the page may fetch the invitation again by itself.
    await atRest(page);
    await api.revoke(household, id);
    // Revoked while the invitation is shown.
    await page.getByRole('button', { name: 'Join Revoked' }).click();
    await reason('This invitation was revoked').waitFor();

    const used = await invite('Used');
    await apiOf(browsers.server, await browsers.register('Jo')).join(used.code);
    await page.goto(`/join/${used.code}`);
    await reason('This invitation is used up').waitFor();

    const ended = await invite('Ended');
    await api.dissolve(ended.household);
    await page.goto(`/join/${ended.code}`);
    await reason('This household is dissolved').waitFor();

    // Playwright does not say how requests end that are under way when it begins to intercept.
    await atRest(page);
    await page.route('**/api/invitations/*', (route) =>
      route.fulfill({ status: 409, json: { statusCode: 409, code: 'INVITATION_EXPIRED', error: '', message: '' } }),
    );
    await page.goto(`/join/${used.code}`);
    await reason('This invitation has expired').waitFor();
    await expectGoodLayout(page);
    await page.unrouteAll();
  });

  test('moves the open items of the own list to the household, and back', { tags: 'extended' }, async () => {
    const { household, code } = await invite('Shared');
    const ann = await browsers.register('Ann');
    const api = apiOf(browsers.server, ann);
    await api.addGroceries({ name: 'Milk' }, { name: 'Coffee' }, { name: 'Soap' });
    const { page } = ann;
    await page.setViewportSize({ width: 360, height: 780 });
    await page.goto(`/join/${code}`);
    const bring = page.getByRole('switch', { name: 'Bring my 3 items' });
    await page.getByText('Milk, Coffee and Soap move from Just me to Shared').waitFor();
    await expectGoodLayout(page);
    await page.setViewportSize({ width: 360, height: 780 });
    await bring.click();
    await expect.poll(() => bring.getAttribute('aria-checked')).toBe('false');
    await bring.click();
    await page.getByRole('button', { name: 'Join Shared' }).click();
    await page.getByRole('status').getByText('Moved 3 items to Shared').waitFor();
    await page.getByRole('button', { name: 'Undo' }).click();
    await expect.poll(() => api.groceries()).toEqual(['Milk', 'Coffee', 'Soap']);
    await expect.poll(() => api.groceries(household)).toEqual([]);
  });

  test('tells a member that they have joined already', { tags: 'extended' }, async () => {
    const { code } = await invite('Twice', 2);
    await apiOf(browsers.server, sam).join(code);
    await sam.page.goto(`/join/${code}`);
    await sam.page.getByRole('heading', { name: 'You are in Twice already' }).waitFor();
  });

  test('fits every screen and is accessible, without the bars on a phone', { tags: 'extended' }, async () => {
    const { code } = await invite('Seen');
    const { page } = await browsers.signIn(sam);
    await page.goto(`/join/${code}`);
    await page.getByRole('button', { name: 'Join Seen' }).waitFor();
    await expectGoodLayout(page);
    await page.setViewportSize({ width: 360, height: 780 });
    await expect.poll(() => page.getByRole('navigation', { name: 'Main' }).count()).toBe(0);
    await expect.poll(() => page.getByRole('banner').count()).toBe(0);
    await page.getByRole('link', { name: 'Close' }).click();
    await page.waitForURL('/');
    await page.goto('/join');
    await page.getByLabel('Code').waitFor();
    await expectGoodLayout(page);
  });
});
