/** Playlists, as their owner and somebody else see them at the same time. */
import { expect, test } from 'vitest';
import { accessibilityFindings, overflowingElements } from '../support/accessibility.ts';
import { apiOf } from '../support/api-of.ts';
import { atRest } from '../support/at-rest.ts';
import type { Browsers, Person } from '../support/browsers.ts';
import { expectGoodLayout } from '../support/layout.ts';
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

  /** Mia's own, made on the screen of the sample recipes. */
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

  test('a playlist needs a name and a recipe; none is added twice, and a chip takes it off again', async () => {
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

  test('a like is counted on both screens, filled only for the one who likes, and taken back by a second press', async () => {
    await create('Ready in thirty', 'Mapo Tofu');
    await sam.page.goto('/playlists/public');
    const [mine, his] = [playlistsOn(mia.page), playlistsOn(sam.page)];
    await his.card('Ready in thirty').getByText('By Mia').waitFor();
    await expect.poll(() => his.card('Slow Sundays').count()).toBe(0);

    await his.like('Ready in thirty').click();
    await mine.card('Ready in thirty').getByText('1 like').waitFor();
    await expect.poll(() => his.like('Ready in thirty').getAttribute('aria-pressed')).toBe('true');
    await expect.poll(() => mine.like('Ready in thirty').getAttribute('aria-pressed')).toBe('false');
    await his.like('Ready in thirty').click();
    await mine.card('Ready in thirty').getByText('0 likes').waitFor();
    await his.card('Ready in thirty').getByText('0 likes').waitFor();
  });

  test('a playlist has a page, on which its owner adds and removes recipes while another looks on', async () => {
    await create('Weeknights', 'Mapo Tofu');
    const [mine, his] = [playlistsOn(mia.page), playlistsOn(sam.page)];
    await mine.open('Weeknights');
    await mia.page.getByRole('heading', { name: 'Weeknights', level: 1 }).waitFor();
    await sam.page.goto(new URL(mia.page.url()).pathname);
    await his.recipes.getByText('Mapo Tofu').waitFor();
    await expect
      .poll(() => sam.page.getByRole('button', { name: /Add recipes|Remove|Playlist options/ }).count())
      .toBe(0);
    // The last one stays.
    await expect.poll(() => mia.page.getByRole('button', { name: 'Remove Mapo Tofu' }).count()).toBe(0);

    await mia.page.getByRole('button', { name: 'Add recipes' }).click();
    await mine.search('bibim');
    await mine.add('Bibimbap').click();
    await his.recipes.getByText('Bibimbap').waitFor();
    await expect.poll(() => mine.add('Bibimbap').isDisabled()).toBe(true);
    await mine.dialog.getByRole('button', { name: 'Done' }).click();
    await mia.page.getByRole('button', { name: 'Remove Mapo Tofu' }).click();
    await his.recipes.getByText('Mapo Tofu').waitFor({ state: 'detached' });
    await expect.poll(() => his.recipes.allTextContents()).toEqual(['Bibimbap']);

    await mia.context.grantPermissions(['clipboard-read', 'clipboard-write']);
    await mia.page.getByRole('button', { name: 'Share' }).click();
    await mia.page.getByRole('button', { name: 'Link copied' }).waitFor();
    await expect.poll(() => mia.page.evaluate(() => navigator.clipboard.readText())).toBe(mia.page.url());
  });

  test('a recipe that is withdrawn leaves the playlists on the screen', async () => {
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

  test('an edit shows on the other screen; a private playlist leaves it, and so does a deleted one', async () => {
    await create('Grandma', 'Mapo Tofu');
    await create('Lunchbox', 'Mapo Tofu');
    await sam.page.goto('/playlists/public');
    const [mine, his] = [playlistsOn(mia.page), playlistsOn(sam.page)];
    await his.card('Grandma').waitFor();

    await mine.open('Grandma');
    await mine.choose('Edit');
    await mine.dialog.getByLabel('Playlist Name').fill('Grandma’s table');
    await mine.dialog.getByRole('button', { name: 'Save' }).click();
    await his.card('Grandma’s table').waitFor();
    await mine.dialog.waitFor({ state: 'detached' });
    await mine.choose('Edit');
    await mine.dialog.getByRole('switch', { name: 'Private Playlist' }).click();
    await mine.dialog.getByRole('button', { name: 'Save' }).click();
    await his.card('Grandma’s table').waitFor({ state: 'detached' });
    await mine.dialog.waitFor({ state: 'detached' });
    await mia.page.getByText('Private', { exact: true }).waitFor();
    browsers.allowProblems(/404.*api[/]playlists/);
    await sam.page.goto(new URL(mia.page.url()).pathname);
    await sam.page.getByRole('heading', { name: 'Playlist not found' }).waitFor();

    await sam.page.goto('/playlists/public');
    await his.card('Lunchbox').waitFor();
    await mia.page.goto('/playlists');
    await mine.open('Lunchbox');
    await mine.choose('Delete');
    await mia.page.getByRole('button', { name: 'Delete playlist' }).click();
    await mia.page.waitForURL('/playlists');
    await his.card('Lunchbox').waitFor({ state: 'detached' });
    await expect.poll(() => mine.card('Lunchbox').count()).toBe(0);
  });

  test('a visitor discovers and reads them, and is sent to log in when he likes one', async () => {
    await create('For everybody', 'Mapo Tofu');
    const { page } = await browsers.visit('/playlists');
    await page.getByText('Please log in to view your playlists').waitFor();
    await page.getByRole('link', { name: 'Discover playlists' }).click();
    await playlistsOn(page).like('For everybody').click();
    await page.waitForURL('/login');
  });

  test('say which are public and what fails; the dialog can be left, and wants a name too', async () => {
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
    await like('Hot').click();
    await card('Hot').getByText('1 like').waitFor();
    await expect.poll(heart).not.toBe(outline);
  });

  test('fit every screen, and are there for everybody, light and dark', async () => {
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
