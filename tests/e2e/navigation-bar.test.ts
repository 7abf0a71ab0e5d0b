/** The navigation bar of all screens, and signing out. */
import { expect, test } from 'vitest';
import { apiOf } from '../support/api-of.ts';
import { atRest } from '../support/at-rest.ts';
import { type Browsers, connectionErrors, logIn, type Person } from '../support/browsers.ts';
import { feedOn } from '../support/feed.ts';
import { listOn } from '../support/grocery-list.ts';
import { describeWith } from '../support/requirements.ts';
import { withBrowsers } from '../support/with-browsers.ts';

describeWith('chromium', 'the navigation bar', (chromium) => {
  let browsers: Browsers;
  let mia: Person;

  withBrowsers(chromium, async (opened) => {
    browsers = opened;
    mia = await browsers.register('Mia');
    await apiOf(browsers.server, mia).publish({ title: 'Something to read' });
  });

  test('links a visitor to the community, the login and the registration', async () => {
    const { page } = await browsers.visit('/community');
    const bar = page.getByRole('banner');
    await bar.getByRole('img', { name: 'Potluck Logo' }).waitFor();
    await bar.getByRole('link', { name: 'Sign Up' }).waitFor();
    await expect.poll(() => bar.getByRole('link').allInnerTexts()).toEqual(['', 'Community', 'Log In', 'Sign Up']);
    await page.setViewportSize({ width: 360, height: 780 });
    await expect.poll(() => page.getByRole('navigation').count()).toBe(0);
    await bar.getByRole('link', { name: 'Potluck Logo' }).click();
    await page.getByRole('link', { name: 'See what the community cooks' }).click();
    await page.waitForURL('/community');
    await page.setViewportSize({ width: 1280, height: 720 });

    await bar.getByRole('link', { name: 'Sign Up' }).click();
    await page.waitForURL('/register');
    await bar.getByRole('link', { name: 'Log In' }).click();
    await page.waitForURL('/login');
    await bar.getByRole('link', { name: 'Potluck Logo' }).click();
    await page.waitForURL('/');
  });

  test('links a user to the screens, and to their profile at the right', async () => {
    const { page } = mia;
    await page.goto('/');
    const bar = page.getByRole('navigation', { name: 'Main' }).first();
    await bar.waitFor();
    await expect
      .poll(() =>
        bar
          .getByRole('link')
          .evaluateAll((links) => links.map((link) => [link.textContent, link.getAttribute('href')])),
      )
      .toEqual([
        ['Grocery List', '/grocery-list'],
        ['Meal Plan', '/meal-plan'],
        ['Playlists', '/playlists'],
        ['Community', '/community'],
      ]);
    await page.getByRole('link', { name: 'Create recipe' }).click();
    await page.waitForURL('/create-recipe');

    await page.getByRole('button', { name: 'Mia', exact: true }).click();
    await page.getByRole('menuitem', { name: 'View Profile' }).click();
    await page.waitForURL('/profile');
    await expect.poll(() => page.getByRole('menu').count()).toBe(0);
  });

  test('is at the bottom of a phone, with the current page marked', { tags: 'extended' }, async () => {
    const { page } = await browsers.signIn(mia, { viewport: { width: 360, height: 780 } });
    await page.goto('/');
    const bar = page.getByRole('navigation', { name: 'Main' });
    await bar.waitFor();
    await expect
      .poll(() => bar.getByRole('link').allInnerTexts())
      .toEqual(['Home', 'Grocery List', 'Meal Plan', 'Playlists', 'Community']);
    await bar.getByRole('link', { name: 'Grocery List' }).click();
    await page.waitForURL('/grocery-list');
    const marked = () => bar.locator('[aria-current=page]').allInnerTexts();
    await expect.poll(marked).toEqual(['Grocery List']);
    await page.goto('/create-post');
    await expect.poll(marked).toEqual(['Community']);
    await bar.getByRole('link', { name: 'Home' }).click();
    await page.getByRole('link', { name: 'Add a recipe' }).click();
    await page.waitForURL('/create-recipe');
  });

  test('shows Profile for a user without a name', { tags: 'extended' }, async () => {
    const account = { email: 'nameless@example.org', password: 'butter and salt' };
    const signUp = `${browsers.server.address}/identitytoolkit.googleapis.com/v1/accounts:signUp?key=k`;
    await fetch(signUp, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ ...account, returnSecureToken: true }),
    });
    const { page } = await browsers.visit('/login');
    await logIn(page, account);
    await page.getByRole('button', { name: 'Profile', exact: true }).waitFor();
  });

  test('hides a logo that cannot be loaded, and keeps the link home', async () => {
    browsers.allowProblems(/ERR_FAILED.*logo-wordmark/);
    const { page, context } = await browsers.openVisitor();
    await context.route('**/logo-wordmark*.svg', (route) => route.abort());
    await page.goto('/login');
    await page.getByRole('img', { name: 'Potluck Logo' }).waitFor({ state: 'hidden' });
    await page.getByRole('link', { name: 'Potluck', exact: true }).press('Enter');
    await page.waitForURL('/');
  });

  test('hides a logo that cannot be loaded in dark mode, and shows it again in light mode', {
    tags: 'extended',
  }, async () => {
    browsers.allowProblems(/ERR_FAILED.*logo-wordmark-dark/);
    const { page, context } = await browsers.openVisitor({ colorScheme: 'light' });
    await context.route('**/logo-wordmark-dark.svg', (route) => route.abort());
    await page.goto('/community');
    const logo = page.getByRole('img', { name: 'Potluck Logo' });
    await logo.waitFor();
    await page.emulateMedia({ colorScheme: 'dark' });
    await logo.waitFor({ state: 'hidden' });
    await page.getByRole('link', { name: 'Potluck', exact: true }).waitFor();
    await page.emulateMedia({ colorScheme: 'light' });
    await logo.waitFor();
  });

  test('keeps the scroll position when its menu opens and closes', { tags: 'extended' }, async () => {
    const { page } = await browsers.signIn(mia);
    await page.goto('/create-recipe');
    await page.getByRole('button', { name: 'Create Recipe' }).waitFor();
    await atRest(page);
    await page.evaluate(() => window.scrollTo(0, 300));
    const scrolled = () => page.evaluate(() => window.scrollY);
    await page.getByRole('button', { name: 'Mia', exact: true }).click();
    await page.getByRole('menuitem', { name: 'View Profile' }).waitFor();
    expect(await scrolled()).toBe(300);
    await page.keyboard.press('Escape');
    await page.getByRole('menu').waitFor({ state: 'detached' });
    expect(await scrolled()).toBe(300);
  });

  test('signing out leads to the login in all tabs, and deletes the session', async () => {
    const person = await browsers.signIn(mia);
    const { page } = person;
    await page.goto('/');
    const tab = await person.context.newPage();
    await tab.goto('/grocery-list');
    await listOn(tab).box.waitFor();
    await page.bringToFront();
    await page.getByRole('button', { name: 'Mia', exact: true }).click();
    await page.getByRole('menuitem', { name: 'Sign Out' }).click();
    await page.waitForURL('/login');
    await page.getByRole('link', { name: 'Sign Up' }).waitFor();
    await expect.poll(() => page.evaluate(() => localStorage.getItem('token'))).toBeNull();
    await tab.getByText('Please log in to view your grocery list').waitFor();
  });

  test('a draft comment in another tab is hidden after signing out, and restored for its author', {
    tags: 'extended',
  }, async () => {
    const person = await browsers.signIn(mia);
    const { page } = person;
    await apiOf(browsers.server, person).publish({ title: 'Chutney', type: 'text', content: 'Sweet' });
    const tab = await person.context.newPage();
    await tab.goto('/community');
    const { field } = feedOn(tab).post('Chutney');
    await field.fill('Half a thought');
    await page.goto('/');
    await page.getByRole('button', { name: 'Mia', exact: true }).click();
    await page.getByRole('menuitem', { name: 'Sign Out' }).click();
    await page.waitForURL('/login');
    const logInLink = tab.getByRole('banner').getByRole('link', { name: 'Log In' });
    await logInLink.waitFor();
    await expect.poll(() => field.inputValue()).toBe('');

    await logInLink.click();
    await logIn(tab, mia);
    await tab.getByRole('banner').getByRole('button', { name: 'Mia', exact: true }).waitFor();
    await tab.goto('/community');
    await expect.poll(() => field.inputValue()).toBe('Half a thought');
  });

  test('signing out works at once even if the identity service is unreachable', async () => {
    browsers.allowProblems(/ERR_FAILED.*firebase/);
    browsers.allowProblems(/dynamically imported module.*firebase/);
    const person = await browsers.signIn(mia);
    const { page, context } = person;
    await context.route('**/assets/firebase-*.js', (route) => route.abort());
    await page.goto('/community');
    await feedOn(page).posts.first().waitFor();
    await atRest(page);
    const pageError = page.waitForEvent('pageerror');
    await page.getByRole('button', { name: 'Mia', exact: true }).click();
    await page.getByRole('menuitem', { name: 'Sign Out' }).click();
    await page.waitForURL('/login');
    await pageError;
    await expect.poll(() => page.getByRole('alert').count()).toBe(0);

    await context.unrouteAll();
    await page.goto('/grocery-list');
    await page.getByText('Please log in to view your grocery list').waitFor();
    await atRest(page);
    await expect.poll(() => page.getByRole('banner').getByRole('link', { name: 'Log In' }).isVisible()).toBe(true);
    await page.getByRole('banner').getByRole('link', { name: 'Log In' }).click();
    await logIn(page, mia);
    await page.getByRole('button', { name: 'Mia', exact: true }).waitFor();
  });

  test('signing out offline signs out all tabs for good', { tags: 'extended' }, async () => {
    browsers.allowProblems(connectionErrors);
    browsers.allowProblems(/ERR_FAILED.*firebase/);
    browsers.allowProblems(/Failed to fetch/);
    const person = await browsers.signIn(mia);
    const { page, context, line } = person;
    const [list, feed] = [await context.newPage(), await context.newPage()];
    // Only the tab in which the user signs out has no identity service.
    await page.route('**/assets/firebase-*.js', (route) => route.abort());
    await Promise.all([page.goto('/community'), list.goto('/grocery-list'), feed.goto('/community')]);
    await listOn(list).box.waitFor();
    for (const tab of [page, feed]) await feedOn(tab).posts.first().waitFor();
    await Promise.all([page, list, feed].map(atRest));
    await context.setOffline(true);
    await line.cut();

    await page.bringToFront();
    await page.getByRole('button', { name: 'Mia', exact: true }).click();
    await page.getByRole('menuitem', { name: 'Sign Out' }).click();
    await page.waitForURL('/login');
    await list.getByText('Please log in to view your grocery list').waitFor();
    await feed.getByRole('banner').getByRole('link', { name: 'Log In' }).waitFor();
    await expect.poll(() => page.evaluate(() => Object.keys(localStorage))).toEqual([]);

    await line.restore();
    await context.setOffline(false);
    await list.reload();
    await list.getByText('Please log in to view your grocery list').waitFor();
    await atRest(list);
    await expect.poll(() => list.getByRole('banner').getByRole('link', { name: 'Log In' }).isVisible()).toBe(true);
  });
});
