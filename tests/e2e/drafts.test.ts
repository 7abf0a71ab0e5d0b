/** Several drafts of posts, kept in the browser. */
import { expect, test } from 'vitest';
import type { Browsers, Person } from '../support/browsers.ts';
import { feedOn } from '../support/feed.ts';
import { describeWith } from '../support/requirements.ts';
import { withBrowsers } from '../support/with-browsers.ts';

describeWith('chromium', 'drafts', (chromium) => {
  let browsers: Browsers;
  let uma: Person;

  withBrowsers(chromium, async (opened) => {
    browsers = opened;
    uma = await browsers.register('Uma Drafter');
  });

  test('are kept as they are written, opened, deleted with undo, and gone when published', async () => {
    const { page } = uma;
    const title = page.getByLabel('Title');
    const drafts = (count: number) => page.getByRole('button', { name: `Drafts (${count})` });
    await page.goto('/create-post');
    await title.fill('Drafted rhubarb');
    await drafts(1).click();
    await page.getByRole('button', { name: 'Begin another one' }).click();
    await expect.poll(() => title.inputValue()).toBe('');
    await title.fill('Drafted quinces');
    await page.getByLabel('Content').fill('They smell of roses.');
    await drafts(2).waitFor();

    // In another tab, which shows none of them at first.
    const other = await uma.context.newPage();
    await other.goto('/create-post');
    await other.getByRole('button', { name: 'Drafts (2)' }).click();
    await other.getByRole('button', { name: 'Drafted quinces They smell of roses.' }).click();
    await expect.poll(() => other.getByLabel('Title').inputValue()).toBe('Drafted quinces');
    await other.getByRole('button', { name: 'Create Post' }).click();
    await feedOn(other).post('Drafted quinces').card.waitFor();
    await other.close();
    await expect.poll(() => title.inputValue()).toBe('');

    await drafts(1).click();
    await page.getByRole('button', { name: 'Delete the draft Drafted rhubarb' }).click();
    await drafts(1).waitFor({ state: 'detached' });
    await page.getByRole('button', { name: 'Undo' }).click();
    await drafts(1).click();
    await page.getByRole('button', { name: /^Drafted rhubarb/ }).click();
    await expect.poll(() => title.inputValue()).toBe('Drafted rhubarb');

    await page.getByRole('button', { name: 'Uma Drafter' }).click();
    await page.getByRole('menuitem', { name: 'Sign Out' }).click();
    const dialog = page.getByRole('dialog', { name: 'Sign out?' });
    await dialog.getByText('1 draft is kept on this device only. Signing out deletes it from the device.').waitFor();
    await dialog.getByRole('button', { name: 'Sign out anyway' }).click();
    await page.waitForURL('**/login');
    expect(await page.evaluate(() => JSON.stringify([localStorage, sessionStorage]))).not.toContain('rhubarb');
  });

  test('a tab that returns to a draft shows what another tab has written since, or nothing if it was published', async () => {
    const { page, context } = await browsers.register('Vic Drafter');
    const writeAndLeave = async (text: string) => {
      await page.goto('/create-post');
      await page.getByLabel('Title').fill(text);
      await page.getByRole('button', { name: 'Drafts (1)' }).waitFor();
      await page.goto('/');
    };
    const openElsewhere = async (text: string) => {
      const other = await context.newPage();
      await other.goto('/create-post');
      await other.getByRole('button', { name: 'Drafts (1)' }).click();
      await other.getByRole('button', { name: text }).first().click();
      await expect.poll(() => other.getByLabel('Title').inputValue()).toBe(text);
      return other;
    };
    const shown = () => page.getByLabel('Title').inputValue();

    await writeAndLeave('Medlars, first');
    const rewriting = await openElsewhere('Medlars, first');
    await rewriting.getByLabel('Title').fill('Medlars, second');
    await page.goto('/create-post');
    await expect.poll(shown).toBe('Medlars, second');
    expect(await rewriting.getByLabel('Title').inputValue()).toBe('Medlars, second');
    await rewriting.close();

    await page.goto('/');
    const publishing = await openElsewhere('Medlars, second');
    await publishing.getByLabel('Content').fill('Bletted.');
    await publishing.getByRole('button', { name: 'Create Post' }).click();
    await feedOn(publishing).post('Medlars, second').card.waitFor();
    await publishing.close();
    await page.goto('/create-post');
    await expect.poll(shown).toBe('');
    await expect.poll(() => page.getByText('Drafts (0)').count()).toBe(1);
  });

  test('with a video stay one when their author comes back to write a post', async () => {
    const { page } = await browsers.register('Wil Drafter');
    await page.goto('/community/new');
    await page.getByLabel('Title').fill('Drafted pears');
    await page.getByLabel('Type').selectOption('video');
    const address = 'https://www.youtube.com/watch?v=dQw4w9WgXcQ';
    await page.getByLabel('video URL').fill(address);
    await page.getByRole('button', { name: 'Drafts (1)' }).waitFor();
    await page.goto('/community');
    await page.getByRole('link', { name: 'Create Post' }).click();
    await page.waitForURL('**/community/new');
    await expect.poll(() => page.getByLabel('video URL').inputValue()).toBe(address);
    expect(await page.getByLabel('Title').inputValue()).toBe('Drafted pears');
  });

  test('become one post although the response was lost and their author went on writing', async () => {
    browsers.allowProblems(/ERR_FAILED.*api[/]community|422.*api[/]community/);
    const { page } = await browsers.register('Wil Drafter');
    let lost = 0;
    await page.route('**/api/community', async (route) => {
      if (route.request().method() !== 'POST' || lost >= 3) return route.fallback();
      await route.fetch();
      lost++;
      await route.abort();
    });
    await page.goto('/create-post');
    await page.getByLabel('Title').fill('Sloe gim');
    await page.getByLabel('Content').fill('After the first frost.');
    await page.getByRole('button', { name: 'Create Post' }).click();
    await page.getByRole('alert').getByText('Failed to create post').waitFor();
    expect(lost).toBeGreaterThan(0);
    lost = 3;
    await page.getByLabel('Title').fill('Sloe gin');
    await page.getByRole('button', { name: 'Create Post' }).click();
    await feedOn(page).post('Sloe gin').card.waitFor();
    expect(await feedOn(page).post('Sloe gim').card.count()).toBe(0);
    await page.reload();
    await feedOn(page).post('Sloe gin').card.waitFor();
    expect(await feedOn(page).post('Sloe gim').card.count()).toBe(0);
  });
});
