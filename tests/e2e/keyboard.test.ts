/** All actions work by keyboard, with a visible focus. */
import { expect, test } from 'vitest';
import { apiOf } from '../support/api-of.ts';
import { atRest } from '../support/at-rest.ts';
import type { Browsers, Person } from '../support/browsers.ts';
import { feedOn } from '../support/feed.ts';
import { focusedName, isFocusVisible, tabTo } from '../support/focus.ts';
import { topOf } from '../support/place.ts';
import { describeWith } from '../support/requirements.ts';
import { withOwnServer } from '../support/with-browsers.ts';

describeWith('chromium', 'by keyboard', (chromium) => {
  let browsers: Browsers;
  let mia: Person;

  withOwnServer(chromium, async (opened) => {
    browsers = opened;
    mia = await browsers.register('Mia');
    await apiOf(browsers.server, mia).publish({ title: 'Bread', content: 'Flour, water, salt.' });
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
    for (let stop = 0; last !== 'Create Recipe' && stop < 40; stop++) {
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
    await tabTo(page, 'Mia', 1);
    await expect
      .poll(() =>
        feedOn(page)
          .post('Butter')
          .card.evaluate((card) => card.contains(document.activeElement)),
      )
      .toBe(true);
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
