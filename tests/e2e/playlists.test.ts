/** Playlists in the browsers of their owner and of another user. */

import { expect, test } from 'vitest';
import { accessibilityFindings, overflowingElements } from '../support/accessibility.ts';
import { apiOf } from '../support/api-of.ts';
import { atRest } from '../support/at-rest.ts';
import type { Browsers, Person } from '../support/browsers.ts';
import { sendHeld, undoOn } from '../support/held-changes.ts';
import { expectGoodLayout } from '../support/layout.ts';
import { discardNotSaved } from '../support/not-saved.ts';
import { playlistsOn } from '../support/playlists.ts';
import { describeWith } from '../support/requirements.ts';
import { withBrowsers } from '../support/with-browsers.ts';

describeWith('chromium', 'playlists', (chromium) => {
  let browsers: Browsers;
  let mia: Person;
  let sam: Person;

  withBrowsers(chromium, async (opened) => {
    browsers = opened;
    [mia, sam] = await Promise.all([browsers.register('Mia'), browsers.register('Sam')]);
  });

  /** Creates a playlist of sample recipes as Mia, in her browser. */
  const create = async (name: string, ...titles: string[]) => {
    const { page } = mia;
    const { add, search, dialog, card } = playlistsOn(page);
    await page.goto('/playlists');
    await page.getByRole('button', { name: 'Create Playlist' }).click();
    await dialog.getByLabel('Playlist Name').fill(name);
    for (const title of titles) {
      await search(title);
      await add(title).click();
    }
    await dialog.getByRole('button', { name: 'Create Playlist' }).click();
    await dialog.waitFor({ state: 'detached' });
    await card(name).waitFor();
  };

  test('requires a name and a recipe, adds each recipe once, and removes it by its chip', async () => {
    const { page } = mia;
    const { add, search, selected, dialog, card } = playlistsOn(page);
    await page.goto('/playlists');
    await page.getByRole('heading', { name: 'No playlists yet' }).waitFor();
    await page.getByRole('button', { name: 'Create Playlist' }).click();
    await page.getByRole('dialog', { name: 'Create New Playlist' }).waitFor();
    const save = dialog.getByRole('button', { name: 'Create Playlist' });
    await expect.poll(() => save.isDisabled()).toBe(true);
    await dialog.getByLabel('Playlist Name').fill('Slow Sundays');
    await expect.poll(() => save.isDisabled()).toBe(true);
    await search('   ');
    await expect.poll(() => dialog.getByRole('list', { name: 'Search results' }).count()).toBe(0);

    await search('sho');
    await dialog.getByText('Japanese').waitFor();
    await add('Shoyu Ramen').click();
    await expect.poll(() => add('Shoyu Ramen').isDisabled()).toBe(true);
    await expect.poll(() => save.isEnabled()).toBe(true);
    await dialog.getByRole('button', { name: 'Remove Shoyu Ramen' }).click();
    await expect.poll(() => selected.count()).toBe(0);
    await expect.poll(() => save.isDisabled()).toBe(true);
    await add('Shoyu Ramen').click();
    await dialog.getByLabel('Description').fill('Pots that simmer.');
    await dialog.getByRole('switch', { name: 'Private Playlist' }).click();
    await atRest(page);
    expect(await accessibilityFindings(page)).toEqual([]);
    await save.click();

    await dialog.waitFor({ state: 'detached' });
    await expect
      .poll(async () => (await card('Slow Sundays').innerText()).split(/\n+/))
      .toEqual(['Slow Sundays', 'Pots that simmer.', 'Private', '1 recipe', '0 likes']);
  });

  test('counts a like on both screens, shows it as pressed only to the user who likes, and removes it on a second click', async () => {
    await create('Ready in thirty', 'Mapo Tofu');
    await sam.page.goto('/playlists/public');
    const [owner, reader] = [playlistsOn(mia.page), playlistsOn(sam.page)];
    await reader.card('Ready in thirty').getByText('By Mia').waitFor();
    await expect.poll(() => reader.card('Slow Sundays').count()).toBe(0);

    await reader.like('Ready in thirty').click();
    await owner.card('Ready in thirty').getByText('1 like').waitFor();
    await expect.poll(() => reader.like('Ready in thirty').getAttribute('aria-pressed')).toBe('true');
    await expect.poll(() => owner.like('Ready in thirty').getAttribute('aria-pressed')).toBe('false');
    await reader.like('Ready in thirty').click();
    await owner.card('Ready in thirty').getByText('0 likes').waitFor();
    await reader.card('Ready in thirty').getByText('0 likes').waitFor();
  });

  test("shows the owner's changes of its recipes to a reader of the playlist's page", {
    tags: 'extended',
  }, async () => {
    await create('Weeknights', 'Mapo Tofu');
    const [owner, reader] = [playlistsOn(mia.page), playlistsOn(sam.page)];
    await owner.open('Weeknights');
    await mia.page.getByRole('heading', { name: 'Weeknights', level: 1 }).waitFor();
    await sam.page.goto(new URL(mia.page.url()).pathname);
    await reader.recipes.getByText('Mapo Tofu').waitFor();
    await expect.poll(() => sam.page.getByRole('button', { name: /Add recipes|Remove/ }).count()).toBe(0);
    // The last recipe cannot be removed.
    await expect.poll(() => mia.page.getByRole('button', { name: 'Remove Mapo Tofu' }).count()).toBe(0);

    await mia.page.getByRole('button', { name: 'Add recipes' }).click();
    await owner.search('bibim');
    await owner.add('Bibimbap').click();
    await reader.recipes.getByText('Bibimbap').waitFor();
    await expect.poll(() => owner.add('Bibimbap').isDisabled()).toBe(true);
    await owner.dialog.getByRole('button', { name: 'Done' }).click();
    await mia.page.getByRole('button', { name: 'Remove Mapo Tofu' }).click();
    await reader.recipes.getByText('Mapo Tofu').waitFor({ state: 'detached' });
    await expect.poll(() => reader.recipes.allTextContents()).toEqual(['Bibimbap']);

    await mia.context.grantPermissions(['clipboard-read', 'clipboard-write']);
    await mia.page.getByRole('button', { name: 'Share' }).click();
    await mia.page.getByRole('button', { name: 'Link copied' }).waitFor();
    await expect.poll(() => mia.page.evaluate(() => navigator.clipboard.readText())).toBe(mia.page.url());
  });

  test('removes a withdrawn recipe from the playlists on the screen', { tags: 'extended' }, async () => {
    const api = apiOf(browsers.server, mia);
    const soup = await api.publishRecipe({ type: 'image', title: 'Soup of the day' });
    await create('Starters', 'Soup of the day', 'Mapo Tofu');
    await mia.page.goto('/playlists');
    const { card, open, recipes } = playlistsOn(mia.page);
    await card('Starters').getByText('2 recipes').waitFor();
    await open('Starters');
    await recipes.getByText('Soup of the day').waitFor();
    await api.withdrawRecipe(soup.id);
    await recipes.getByText('Soup of the day').waitFor({ state: 'detached' });
    await mia.page.goBack();
    await card('Starters').getByText('1 recipe').waitFor();
  });

  test("shows an edit on a reader's screen, and removes private and deleted playlists from it", async () => {
    await create('Grandma', 'Mapo Tofu');
    await create('Lunchbox', 'Mapo Tofu');
    await sam.page.goto('/playlists/public');
    const [owner, reader] = [playlistsOn(mia.page), playlistsOn(sam.page)];
    await reader.card('Grandma').waitFor();

    await owner.open('Grandma');
    await owner.choose('Edit');
    await owner.dialog.getByLabel('Playlist Name').fill('Grandma’s table');
    await owner.dialog.getByRole('button', { name: 'Save' }).click();
    await reader.card('Grandma’s table').waitFor();
    await owner.dialog.waitFor({ state: 'detached' });
    await owner.choose('Edit');
    await owner.dialog.getByRole('switch', { name: 'Private Playlist' }).click();
    await owner.dialog.getByRole('button', { name: 'Save' }).click();
    await reader.card('Grandma’s table').waitFor({ state: 'detached' });
    await owner.dialog.waitFor({ state: 'detached' });
    await mia.page.getByText('Private', { exact: true }).waitFor();
    browsers.allowProblems(/404.*api[/]playlists/);
    await sam.page.goto(new URL(mia.page.url()).pathname);
    await sam.page.getByRole('heading', { name: 'Playlist not found' }).waitFor();

    await sam.page.goto('/playlists/public');
    await reader.card('Lunchbox').waitFor();
    await mia.page.goto('/playlists');
    await owner.open('Lunchbox');
    await owner.choose('Delete');
    await mia.page.waitForURL('/playlists');
    await undoOn(mia.page).click();
    await owner.open('Lunchbox');
    await owner.choose('Delete');
    await mia.page.waitForURL('/playlists');
    await sendHeld(mia.page);
    await reader.card('Lunchbox').waitFor({ state: 'detached' });
    await expect.poll(() => owner.card('Lunchbox').count()).toBe(0);
  });

  test('keeps a recipe that was added elsewhere while the playlist was edited', async () => {
    await create('Two editors', 'Mapo Tofu', 'Bibimbap');
    const { open, choose, selected, dialog, recipes } = playlistsOn(mia.page);
    await open('Two editors');
    await choose('Edit');
    await expect.poll(() => selected.count()).toBe(2);
    const other = await browsers.signIn(mia);
    await other.page.goto(new URL(mia.page.url()).pathname);
    await other.page.getByRole('button', { name: 'Add recipes' }).click();
    await playlistsOn(other.page).search('sho');
    await playlistsOn(other.page).add('Shoyu Ramen').click();
    await recipes.getByText('Shoyu Ramen').waitFor();
    await dialog.getByRole('button', { name: 'Remove Mapo Tofu' }).click();
    await dialog.getByRole('button', { name: 'Save' }).click();
    await dialog.waitFor({ state: 'detached' });
    await expect.poll(() => recipes.allTextContents()).toEqual(['Bibimbap', 'Shoyu Ramen']);
  });

  test('shows public playlists to a visitor, and opens the login form on a like', { tags: 'extended' }, async () => {
    await create('For everybody', 'Mapo Tofu');
    const { page } = await browsers.visit('/playlists');
    await page.getByText('Please log in to view your playlists').waitFor();
    await page.getByRole('link', { name: 'Discover playlists' }).click();
    await playlistsOn(page).like('For everybody').click();
    await page.waitForURL('/login');
  });

  test('shows which playlists are public and what fails; the dialog can be cancelled and requires a name', async () => {
    const { page } = mia;
    browsers.allowProblems(/50[03].*api[/]playlists/);
    await page.route('**/api/playlists/**', (route) => route.fulfill({ status: 500, body: '' }));
    await page.goto('/playlists');
    await page.getByRole('alert').getByText('Failed to fetch playlists').waitFor();
    await page.unrouteAll();
    await page.getByRole('button', { name: 'Try again' }).click();

    const { dialog, search, add, card, like } = playlistsOn(page);
    await page.getByRole('button', { name: 'Create Playlist' }).click();
    await dialog.getByRole('button', { name: 'Cancel' }).click();
    await dialog.waitFor({ state: 'detached' });
    await page.getByRole('button', { name: 'Create Playlist' }).click();
    await expect.poll(() => dialog.getByLabel('Description').evaluate(({ tagName }) => tagName)).toBe('TEXTAREA');
    await search('mapo');
    await add('Mapo Tofu').click();
    const save = dialog.getByRole('button', { name: 'Create Playlist' });
    await expect.poll(() => save.isDisabled()).toBe(true);
    await dialog.getByLabel('Playlist Name').fill('Hot');

    await page.route('**/api/playlists', (route) => route.fulfill({ status: 500, body: '' }));
    await save.click();
    await dialog.getByRole('alert').getByText('Failed to create playlist').waitFor();
    await page.unrouteAll();
    await save.click();
    await dialog.waitFor({ state: 'detached' });
    await card('Hot').getByText('Public', { exact: true }).waitFor();

    const heart = async () => (await like('Hot').locator('svg').innerHTML()).length;
    const outline = await heart();
    await page.route('**/api/playlists/*/like', (route) => route.fulfill({ status: 500, body: '' }));
    await like('Hot').click();
    await page.getByRole('alert').getByText('Failed to like playlist').waitFor();
    await page.unrouteAll();
    await discardNotSaved(page);
    await like('Hot').click();
    await card('Hot').getByText('1 like').waitFor();
    await expect.poll(heart).not.toBe(outline);
  });

  test('fit every screen and are accessible, in light and dark mode', { tags: 'extended' }, async () => {
    await create('Seen everywhere', 'Mapo Tofu', 'Bibimbap', 'Shoyu Ramen');
    const own = mia.page.getByRole('link', { name: 'Seen everywhere', exact: true });
    const { page } = await browsers.signIn(mia);
    for (const address of ['/playlists', '/playlists/public', String(await own.getAttribute('href'))]) {
      await page.goto(address);
      await page.getByText('Seen everywhere').first().waitFor();
      await expectGoodLayout(page);
      await page.setViewportSize({ width: 768, height: 900 });
      expect(await overflowingElements(page), address).toEqual([]);
    }
  });
});
