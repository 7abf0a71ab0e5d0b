/** All actions work by keyboard, with a visible focus. */
import { expect, test } from 'vitest';
import { apiOf } from '../support/api-of.ts';
import { atRest } from '../support/at-rest.ts';
import type { Browsers, Person } from '../support/browsers.ts';
import { feedOn } from '../support/feed.ts';
import { focusedName, isFocusVisible, tabStops, tabTo } from '../support/focus.ts';
import { listOn } from '../support/grocery-list.ts';
import { topOf } from '../support/place.ts';
import { describeWith } from '../support/requirements.ts';
import { withBrowsers } from '../support/with-browsers.ts';

describeWith('chromium', 'by keyboard', (chromium) => {
  let browsers: Browsers;
  let mia: Person;

  withBrowsers(chromium, async (opened) => {
    browsers = opened;
    mia = await browsers.register('Mia');
    await apiOf(browsers.server, mia).publish({ title: 'Bread', content: 'Flour, water, salt.' });
  });

  test('logs in, opens the menu and signs out', { tags: 'extended' }, async () => {
    const { page } = await browsers.visit('/login');
    await page.getByLabel('Email').waitFor();
    await atRest(page);
    const { keyboard } = page;
    expect(await tabStops(page, 11)).toEqual([
      'Skip to content',
      'Potluck Logo',
      'Search recipes',
      'Log In',
      'Sign Up',
      'Email',
      'Password',
      'Show password',
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

    await tabTo(page, 'MMia');
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

  test('signs up, with the focus on the invalid field', { tags: 'extended' }, async () => {
    const { page } = await browsers.visit('/register');
    await page.getByLabel('Username').waitFor();
    await atRest(page);
    await page.getByLabel('Username').focus();
    const { keyboard } = page;
    await keyboard.type('Tom');
    await keyboard.press('Enter');
    await expect.poll(() => focusedName(page)).toBe('Email');
    await keyboard.type('tom@example.org');
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

  test('skips to the content, writes a post, likes, comments, edits and deletes', async () => {
    const { page } = mia;
    const { keyboard } = page;
    const { post } = feedOn(page);
    await page.goto('/community');
    await post('Bread').card.waitFor();
    await atRest(page);
    await tabTo(page, 'Skip to content');
    await keyboard.press('Enter');
    await tabTo(page, 'Create Post', 1);
    await keyboard.press('Enter');
    await page.getByLabel('Title').waitFor();
    await tabTo(page, 'Title', 1);
    await keyboard.type('Soup');
    await tabTo(page, 'Content', 1);
    await keyboard.type('Stir.\nWait.');
    await tabTo(page, 'Create Post');
    await keyboard.press('Enter');
    await post('Soup').card.waitFor();

    await tabTo(page, 'Post options');
    await tabTo(page, /^Like/);
    await keyboard.press('Space');
    await expect.poll(() => post('Soup').like.getAttribute('aria-pressed')).toBe('true');
    await keyboard.press('Enter');
    await expect.poll(() => post('Soup').like.getAttribute('aria-pressed')).toBe('false');
    await tabTo(page, '0 comments', 1);
    await keyboard.press('Enter');
    await expect.poll(() => focusedName(page)).toBe('Write a comment');
    await keyboard.type('Salt?');
    await keyboard.press('Enter');
    await post('Soup').comment('Salt?').getByRole('button', { name: 'Delete comment' }).waitFor();
    await keyboard.press('Shift+Tab');
    await expect.poll(() => focusedName(page)).toBe('Delete comment');
    await keyboard.press('Enter');
    await page.getByRole('dialog').waitFor();
    await expect.poll(() => focusedName(page)).toBe('Cancel');
    await keyboard.press('Tab');
    await keyboard.press('Enter');
    await post('Soup').comment('Salt?').waitFor({ state: 'detached' });

    const options = post('Soup').card.getByRole('button', { name: 'Post options' });
    await options.focus();
    await keyboard.press('Enter');
    await expect.poll(() => focusedName(page)).toBe('Edit');
    await keyboard.press('Enter');
    await page.getByRole('dialog', { name: 'Edit post' }).waitFor();
    await expect.poll(() => focusedName(page)).toBe('Title');
    await keyboard.press('Escape');
    await page.getByRole('dialog').waitFor({ state: 'detached' });
    await expect.poll(() => focusedName(page)).toBe('Post options');
    await keyboard.press('Space');
    await keyboard.press('ArrowUp');
    await expect.poll(() => focusedName(page)).toBe('Delete');
    await keyboard.press('Enter');
    await page.getByRole('dialog').waitFor();
    await tabTo(page, 'Delete post', 2);
    await keyboard.press('Enter');
    await post('Soup').card.waitFor({ state: 'detached' });
  });

  test('keeps the focused element above the bottom bar on a phone', { tags: 'extended' }, async () => {
    const { page } = await browsers.signIn(mia, { viewport: { width: 360, height: 640 } });
    await page.goto('/create-recipe');
    await page.getByRole('button', { name: 'Create Recipe' }).waitFor();
    await atRest(page);
    const bar = await topOf(page.getByRole('navigation'));
    const below: string[] = [];
    let last = '';
    for (let stop = 0; last !== 'Create Recipe' && stop < 30; stop++) {
      await page.keyboard.press('Tab');
      last = await focusedName(page);
      // The first line of an element with several lines is enough.
      const bottom = await page.evaluate(() => {
        const { top = 0, height = 0 } = document.activeElement?.getBoundingClientRect() ?? {};
        return top + Math.min(height, 44);
      });
      if (bottom > bar) below.push(last);
    }
    expect([last, ...below]).toEqual(['Create Recipe']);
  });

  test('shows new posts, and continues from the first of them', { tags: 'extended' }, async () => {
    const { page } = mia;
    await page.goto('/community');
    await feedOn(page).post('Bread').card.waitFor();
    await atRest(page);
    await apiOf(browsers.server, mia).publish({ title: 'Butter' });
    await feedOn(page).pill.waitFor();
    await tabTo(page, '1 new post');
    await page.keyboard.press('Enter');
    await feedOn(page).post('Butter').card.waitFor();
    await tabTo(page, 'Post options', 1);
    await expect
      .poll(() =>
        feedOn(page)
          .post('Butter')
          .card.evaluate((card) => card.contains(document.activeElement)),
      )
      .toBe(true);
  });

  test('adds, checks, changes and removes groceries, and undoes that', { tags: 'extended' }, async () => {
    const { page } = mia;
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

  test.each([
    ['/community', 'dark'],
    ['/grocery-list', 'light'],
    ['/community/new', 'dark'],
    ['/create-post', 'light'],
    ['/login', 'dark'],
  ] as const)('shows a visible focus on %s, in %s mode', { tags: 'extended' }, async (path, colorScheme) => {
    await apiOf(browsers.server, mia).addGroceries({ name: 'Milk', amount: '2', unit: 'l' });
    const { context } = path === '/login' ? await browsers.openVisitor() : mia;
    const page = await context.newPage();
    await page.emulateMedia({ colorScheme, reducedMotion: 'reduce' });
    await page.goto(path);
    await page.getByRole('heading', { level: 1 }).waitFor();
    await atRest(page);
    const invisible: string[] = [];
    let stops = 0;
    for (; stops < 18; stops++) {
      await page.keyboard.press('Tab');
      if (await page.evaluate(() => document.activeElement === document.body)) break; // After the last element.
      if (!(await isFocusVisible(page))) invisible.push(await focusedName(page));
    }
    expect(stops).toBeGreaterThan(8);
    expect(invisible).toEqual([]);
    await page.close();
  });
});
