/** The messages of screens that are loading, failed, empty or incomplete. */
import { describe, expect, test } from 'vitest';
import { apiOf } from '../support/api-of.ts';
import { atRest } from '../support/at-rest.ts';
import { type Browsers, connectionErrors, type Person, type Visitor } from '../support/browsers.ts';
import { feedOn } from '../support/feed.ts';
import { focusedName } from '../support/focus.ts';
import { listOn } from '../support/grocery-list.ts';
import { describeWith } from '../support/requirements.ts';
import { withOwnServer } from '../support/with-browsers.ts';

describeWith('chromium', 'states', (chromium) => {
  let browsers: Browsers;
  let mia: Person;

  /** The link from the home page to a screen whose code is loaded, so that only its data is missing. */
  const linkTo = async (screen: 'Community' | 'Grocery List', { page, context }: Visitor) => {
    const data = /[/]api[/](community|grocery-list)/;
    await page.goto('/');
    const link = page.getByRole('navigation').getByRole('link', { name: screen });
    // Does not answer: the browser would keep the data, and show it at once the next time.
    await context.route(data, () => undefined);
    await link.click();
    await page.getByRole('heading', { name: screen, level: 1 }).waitFor();
    await page.goto('/');
    await context.unroute(data);
    await link.hover(); // Loads the code, this time from the browser's cache.
    await atRest(page);
    return link;
  };

  withOwnServer(chromium, async (opened) => {
    browsers = opened;
    mia = await browsers.register('Mia');
  });

  describe('the feed', () => {
    test('shows a loading skeleton', async () => {
      const person = await browsers.signIn(mia);
      const { page, line } = person;
      const link = await linkTo('Community', person);
      line.hold();
      await link.click();
      await page.getByText('Loading posts...').waitFor();
      expect(await feedOn(page).posts.count()).toBe(0);
      line.release();
      await page.getByText('No posts yet').waitFor();
      await expect.poll(() => page.getByText('Loading posts...').count()).toBe(0);
    });

    test('reports a failed fetch, with a retry', async () => {
      browsers.allowProblems(/ERR_FAILED.*api[/]community/);
      const person = await browsers.signIn(mia);
      const { page, context } = person;
      const link = await linkTo('Community', person);
      await context.route('**/api/community?*', (route) => route.abort());
      await link.click();
      const alert = page.getByRole('alert');
      await alert.getByText('Failed to fetch posts').waitFor();
      await context.unrouteAll();
      await alert.getByRole('button', { name: 'Try again' }).click();
      await page.getByText('No posts yet').waitFor();
      await expect.poll(() => alert.count()).toBe(0);
    });
  });

  test('the feed shows that it is offline until it is live again', { tags: 'extended' }, async () => {
    browsers.allowProblems(connectionErrors);
    const { page, line, context } = await browsers.visit('/community');
    await page.getByText('No posts yet').waitFor();
    await atRest(page);
    const offline = page.getByRole('status').getByText('Offline', { exact: true });
    await expect.poll(() => offline.count()).toBe(0);
    await context.setOffline(true);
    await line.cut();
    await offline.waitFor();
    await page.getByText('No posts yet').waitFor();
    await line.restore();
    await context.setOffline(false);
    await offline.waitFor({ state: 'detached' });
  });

  describe('the simple post form', () => {
    test('requires a title and a content, and can be cancelled', async () => {
      const { page } = mia;
      await page.goto('/community');
      await page.getByRole('link', { name: 'Create Post' }).click();
      await page.getByRole('heading', { name: 'Create New Post' }).waitFor();
      await page.getByLabel('Title').fill('  ');
      await page.getByRole('button', { name: 'Create Post' }).click();
      await expect
        .poll(() => page.getByRole('alert').allInnerTexts())
        .toEqual(['Title is required', 'Content is required']);
      await expect
        .poll(() => page.getByLabel('Title').evaluate((field) => field === document.activeElement))
        .toBe(true);
      await page.getByLabel('Title').fill('S');
      await expect.poll(() => page.getByRole('alert').allInnerTexts()).toEqual(['Content is required']);
      await page.getByRole('link', { name: 'Cancel' }).click();
      await page.waitForURL('/community');
      await page.getByText('No posts yet').waitFor();
    });

    test('sends once for several presses, and keeps the text for a retry after a failure', async () => {
      browsers.allowProblems(connectionErrors);
      const { page, line } = mia;
      await page.goto('/create-post');
      await page.getByLabel('Title').fill('Stew');
      await page.getByLabel('Content').fill('Slowly.');
      await atRest(page);
      const button = page.getByRole('button', { name: 'Create Post' });
      await line.cut();
      await button.click();
      await page.getByRole('alert').getByText('Failed to create post').waitFor();
      await expect.poll(() => page.getByLabel('Title').inputValue()).toBe('Stew');

      await page.goto('about:blank').then(() => line.restore());
      await page.goto('/create-post');
      await expect.poll(() => page.getByLabel('Content').inputValue()).toBe('Slowly.');
      await atRest(page);
      line.hold();
      await button.click();
      await expect.poll(() => button.isDisabled()).toBe(true);
      await button.click({ force: true });
      await page.getByLabel('Title').press('Enter');
      line.release();
      await page.waitForURL('/community');
      await feedOn(page).post('Stew').card.waitFor();
      await page.reload();
      await feedOn(page).post('Stew').card.waitFor();
      await expect.poll(() => feedOn(page).posts.count()).toBe(1);
      await page.goto('/create-post');
      await expect.poll(() => page.getByLabel('Title').inputValue()).toBe('');
    });
  });

  test('the typed post form requires only a title, and has the fields of its type', async () => {
    const { page } = mia;
    await page.goto('/community/new');
    await page.getByRole('heading', { name: 'Create a New Post' }).waitFor();
    await expect
      .poll(() => page.getByLabel('Type').locator('option').allInnerTexts())
      .toEqual(['Text', 'Image', 'video']);
    await page.getByLabel('Content', { exact: true }).waitFor();
    await page.getByRole('button', { name: 'Create Post' }).click();
    await expect.poll(() => page.getByRole('alert').allInnerTexts()).toEqual(['Title is required']);
    // The server rejects an invisible title as blank, too.
    browsers.allowProblems(/422.*api[/]community/);
    await page.getByLabel('Title').fill('\u200b');
    await page.getByRole('button', { name: 'Create Post' }).click();
    await expect.poll(() => page.getByLabel('Title').getAttribute('aria-invalid')).toBe('true');
    await expect.poll(() => page.getByRole('alert').allInnerTexts()).toEqual(['Title is required']);
    await page.getByLabel('Type').selectOption('Image');
    await page.getByLabel('Image URL').fill('not an address');
    await page.getByLabel('Type').selectOption('video');
    await expect.poll(() => page.getByLabel('Image URL').count()).toBe(0);
    await page.getByLabel('video URL').waitFor();
    await page.getByLabel('Title').fill('A picture');
    await page.getByLabel('Type').selectOption('Image');
    await page.getByRole('button', { name: 'Create Post' }).click();
    await page.getByRole('alert').getByText('Image URL must be the address of a picture').waitFor();
    // The error is at its field, which gets the focus, until the field changes.
    await expect.poll(() => focusedName(page)).toBe('Image URL');
    await expect.poll(() => page.getByLabel('Image URL').getAttribute('aria-invalid')).toBe('true');
    await page.getByLabel('Image URL').fill('https://example.org/stew.jpg');
    await expect.poll(() => page.getByRole('alert').count()).toBe(0);
    await page.getByRole('link', { name: 'Cancel' }).click();
    await page.waitForURL('/community');
  });

  describe('the grocery list', () => {
    test('asks a visitor to log in', async () => {
      const { page } = await browsers.visit('/grocery-list');
      await page.getByRole('heading', { name: 'Grocery List' }).waitFor();
      await page.getByRole('status').getByText('Please log in to view your grocery list').waitFor();
      await page.getByRole('main').getByRole('link', { name: 'Log In' }).click();
      await page.waitForURL('/login');
    });

    test('shows that it is loading, then that it is empty', async () => {
      const { page, line } = mia;
      const link = await linkTo('Grocery List', mia);
      line.hold();
      await link.click();
      await page.getByText('Loading your list...').waitFor();
      line.release();
      await page.getByText('Your grocery list is empty').waitFor();
      await page.getByRole('link', { name: 'Browse recipes' }).click();
      await page.waitForURL('/');
    });

    test('reports a failed fetch, with a retry', async () => {
      browsers.allowProblems(/ERR_FAILED.*api[/]grocery-list/);
      const { page, context } = mia;
      await apiOf(browsers.server, mia).addGroceries({ name: 'Milk' });
      const link = await linkTo('Grocery List', mia);
      await context.route('**/api/grocery-list/*', (route) => route.abort());
      await link.click();
      const alert = page.getByRole('alert');
      await alert.getByText('Failed to fetch grocery list').waitFor();
      await context.unrouteAll();
      await alert.getByRole('button', { name: 'Try again' }).click();
      await listOn(page).item('Milk').waitFor();
      await expect.poll(() => alert.count()).toBe(0);
    });
  });

  test('an unknown path shows an error and a link home', { tags: 'extended' }, async () => {
    browsers.allowProblems(/404.*no[/]such[/]place/);
    const { page } = await browsers.visit('/no/such/place');
    await page.getByRole('heading', { name: 'Page not found' }).waitFor();
    await expect.poll(() => page.title()).toBe('Page not found · Potluck');
    await page.getByRole('link', { name: 'Go home' }).click();
    await page.waitForURL('/');
  });
});
