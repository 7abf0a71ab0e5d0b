/** What needs a session, what a session redirects, and how it ends. */
import { describe, expect, test } from 'vitest';
import { apiOf } from '../support/api-of.ts';
import { atRest } from '../support/at-rest.ts';
import { type Browsers, logIn, type Person } from '../support/browsers.ts';
import { feedOn } from '../support/feed.ts';
import { listOn } from '../support/grocery-list.ts';
import { nextSecond } from '../support/next-second.ts';
import { describeWith } from '../support/requirements.ts';
import { withBrowsers } from '../support/with-browsers.ts';

describeWith('chromium', 'sessions', (chromium) => {
  let browsers: Browsers;
  let mia: Person;

  withBrowsers(chromium, async (opened) => {
    browsers = opened;
    mia = await browsers.register('Mia');
    await apiOf(browsers.server, mia).publish({ title: 'Something to like' });
  });

  describe('a visitor', () => {
    test.each([
      ['like this post', (page: Person['page']) => feedOn(page).post('Something to like').like.click(), '/community'],
      [
        'comment on this post',
        (page: Person['page']) => feedOn(page).post('Something to like').addComment('Nice'),
        '/community',
      ],
      [
        'write a post',
        (page: Person['page']) => page.getByRole('link', { name: 'Create Post' }).click(),
        '/create-post',
      ],
    ])(
      'who wants to %s logs in first, and continues there with private live updates',
      async (purpose, act, nextPath) => {
        const { page } = await browsers.visit('/community');
        await act(page);
        await page.waitForURL('/login');
        await page.getByRole('status').getByText(`Log in to ${purpose}.`).waitFor();
        await logIn(page, mia);
        await page.waitForURL(nextPath);
        await page.getByRole('link', { name: 'Grocery List' }).first().click();
        await listOn(page).box.waitFor();
        const api = apiOf(browsers.server, mia);
        await api.addGroceries({ name: 'Olives' });
        await listOn(page).item('Olives').waitFor();
        await api.clearGroceries();
      },
    );

    test('gets their comment restored after logging in', async () => {
      const { page } = await browsers.visit('/community');
      await feedOn(page).post('Something to like').addComment('Half a thought');
      await page.waitForURL('/login');
      await logIn(page, mia);
      await page.waitForURL('/community');
      await expect.poll(() => feedOn(page).post('Something to like').field.inputValue()).toBe('Half a thought');
    });

    test.each(['/create-post', '/community/new'])(
      'redirects a visitor from %s to the login form',
      { tags: 'extended' },
      async (path) => {
        const { page } = await browsers.openVisitor();
        await page.goto(path);
        await page.waitForURL('/login');
      },
    );
  });

  test.each(['/login', '/register'])('redirects a signed-in user from %s to the home page', async (path) => {
    await mia.page.goto(path);
    await mia.page.waitForURL('/');
    await mia.page.getByRole('heading', { name: 'What are we cooking?' }).waitFor();
  });

  test('signs out when the server rejects the token, and asks to log in', async () => {
    browsers.allowProblems(/401.*api[/](grocery-list|users)/);
    const { page } = await browsers.visit('/');
    await page.evaluate(() => {
      localStorage.setItem('token', 'forged');
      localStorage.setItem('user', JSON.stringify({ uid: 'somebody', displayName: 'Somebody' }));
    });
    await page.goto('/grocery-list');
    await page.getByText('Please log in to view your grocery list').waitFor();
    await page.getByRole('banner').getByRole('link', { name: 'Log In' }).waitFor();
    await page.getByText('You were signed out because your session has ended.').waitFor();
    await expect.poll(() => page.evaluate(() => localStorage.getItem('token'))).toBeNull();
  });

  test('says why a session has ended, and leads back to what was being written', async () => {
    browsers.allowProblems(/40[01].*(securetoken|api)/);
    const lou = await browsers.register('Lou');
    await nextSecond();
    const { page } = await browsers.signIn(lou);
    await page.goto('/community/new?from=a-link');
    await page.getByLabel('Title').fill('Half a post of Lou');
    await atRest(page);
    // Sessions of the second in which the password is changed stay valid.
    await nextSecond();
    await apiOf(browsers.server, lou).changePassword(lou.name, lou.password, 'vinegar and oil');
    await page.getByRole('button', { name: 'Create Post' }).click();
    await page.waitForURL('/login');
    await page.getByText('You were signed out because your password or email was changed').waitFor();
    await page.reload();
    await page.getByText('You were signed out because your password or email was changed').waitFor();
    await logIn(page, { email: lou.email, password: 'vinegar and oil' });
    await page.waitForURL('/community/new?from=a-link');
    await expect.poll(() => page.getByLabel('Title').inputValue()).toBe('Half a post of Lou');
    expect(await page.evaluate(() => localStorage.getItem('potluck.session-end'))).toBeNull();
  });

  test('ends a session that the identity service has ended, and allows a new login', async () => {
    const { page } = await browsers.register('Ann');
    await page.route(/securetoken/, (route) =>
      route.fulfill({ status: 400, json: { error: { code: 400, message: 'INVALID_REFRESH_TOKEN' } } }),
    );
    const message = 'Please log in to view your grocery list';
    await page.route(/api\/grocery-list\//, (route) =>
      route.fulfill({ status: 401, json: { statusCode: 401, code: 'INVALID_TOKEN', error: 'Unauthorized', message } }),
    );
    browsers.allowProblems(/40[01].*(securetoken|api[/](grocery-list|users))/);
    await page.goto('/grocery-list');
    await page.getByText(message).waitFor();
    await page.getByRole('banner').getByRole('link', { name: 'Log In' }).waitFor();
    await expect.poll(() => page.evaluate(() => localStorage.getItem('token'))).toBeNull();
  });
});
