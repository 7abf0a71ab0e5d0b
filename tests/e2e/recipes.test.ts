/** Recipes on the home page and on their own pages, in the browsers of several users. */

import { readFile } from 'node:fs/promises';
import { expect, test } from 'vitest';
import { apiOf } from '../support/api-of.ts';
import { atRest } from '../support/at-rest.ts';
import { type Browsers, connectionErrors, type Person } from '../support/browsers.ts';
import { sendHeld, undoOn } from '../support/held-changes.ts';
import { topOf } from '../support/place.ts';
import { formOn, recipesOn } from '../support/recipes.ts';
import { describeWith } from '../support/requirements.ts';
import { untilStored } from '../support/stored-app.ts';
import { withOwnServer } from '../support/with-browsers.ts';

const unknownId = '00000000-0000-7000-8000-000000000000';

/** What every reader can do with a recipe. */
const forEveryone = ['Print', 'Save as Markdown', 'Save for another app'];

describeWith('chromium', 'recipes', (chromium) => {
  let browsers: Browsers;
  let mia: Person;
  let sam: Person;

  withOwnServer(chromium, async (opened) => {
    browsers = opened;
    [mia, sam] = await Promise.all([browsers.register('Mia'), browsers.register('Sam')]);
  });

  test('shows the samples to a visitor on the home page, each with its picture, title, author and a link to its page', async () => {
    const { page } = await browsers.openVisitor();
    const { cards, card } = recipesOn(page);
    await page.goto('/');
    await page.getByRole('heading', { name: 'Good food is better shared.', level: 1 }).waitFor();
    await cards.first().waitFor();
    await expect.poll(() => cards.count()).toBe(10);
    const ramen = card('Shoyu Ramen');
    await expect.poll(() => ramen.innerText()).toMatch(/^Shoyu Ramen\s+By \S+/);
    const picture = ramen.locator('img');
    await expect.poll(() => picture.getAttribute('loading')).toBe('eager');
    await expect.poll(() => cards.last().locator('img').getAttribute('loading')).toBe('lazy');
    await expect.poll(() => picture.getAttribute('srcset')).toMatch(/480w, .*960w$/);
    await expect.poll(() => picture.evaluate((img: HTMLImageElement) => img.naturalWidth)).toBeGreaterThan(0);
    await expect.poll(() => ramen.getByRole('img', { name: 'Loading' }).count()).toBe(0);

    await ramen.getByRole('link').click();
    await page.waitForURL('/recipe/*');
    await page.getByRole('heading', { name: 'Shoyu Ramen', level: 1 }).waitFor();
    await expect.poll(() => page.title()).toBe('Shoyu Ramen · Potluck');
    await page.getByText('Japanese', { exact: true }).waitFor();
    await page.goBack();
    await page.getByRole('link', { name: 'Add a recipe' }).click();
    await page.waitForURL('/create-recipe');
  });

  test('publishes a recipe, which others show on the home page on demand, open, and see revised and withdrawn', async () => {
    await sam.page.goto('/');
    const readerView = recipesOn(sam.page);
    await readerView.card('Shoyu Ramen').waitFor();
    await atRest(sam.page);

    const { page } = mia;
    await page.goto('/');
    await page.getByRole('link', { name: 'Create recipe' }).click();
    const form = formOn(page);
    await form.title.fill('Focaccia');
    await page.getByLabel('Description').fill('Oil, and more oil.');
    await page.getByLabel('Cooking Time (minutes)').fill('40');
    await page.getByLabel('Servings').fill('4');
    await page.getByLabel('Cuisine').fill('Italian');
    await page.getByLabel('Difficulty').selectOption('Medium');
    await form.imageUrl.fill(`${new URL(page.url()).origin}/art/greek-card-960.webp`);
    await form.addIngredient('500', 'g', 'Flour');
    await form.addIngredient('1/2', 'cup', 'Olive oil');
    await form.addStep('Knead it.');
    await form.addStep('Bake it.');
    await form.create.click();
    await page.waitForURL(/[/]recipe[/][0-9a-f-]{36}$/);
    await page.getByRole('heading', { name: 'Focaccia', level: 1 }).waitFor();
    await page.getByRole('link', { name: 'Potluck' }).first().click();
    await expect.poll(() => recipesOn(page).cards.first().innerText()).toMatch(/^Focaccia\s+By Mia$/);

    const before = await topOf(readerView.card('Shoyu Ramen'));
    await readerView.pill.waitFor();
    await expect.poll(() => readerView.pill.innerText()).toBe('1 new recipe');
    expect(await topOf(readerView.card('Shoyu Ramen'))).toBe(before);
    await readerView.pill.click();
    await readerView.card('Focaccia').getByRole('link').click();
    const { page: readerPage } = sam;
    await readerPage.getByRole('heading', { name: 'Focaccia', level: 1 }).waitFor();
    const text = await readerPage.getByRole('main').innerText();
    for (const part of ['Italian', 'Medium', 'By Mia', 'Oil, and more oil.', '40 minutes', 'For 4', '500 g', '½ cup'])
      expect(text).toContain(part);
    expect(text).toMatch(/1\s+Knead it[.]\s+2\s+Bake it[.]/);
    await expect
      .poll(() => readerPage.getByRole('img', { name: 'Focaccia' }).boundingBox())
      .toMatchObject({ height: 400 });
    await readerPage.getByRole('button', { name: 'Recipe options' }).click();
    await expect
      .poll(() => readerPage.getByRole('menuitem').allInnerTexts())
      .toEqual(['Make it yours', ...forEveryone, 'Report']);
    const saved = readerPage.waitForEvent('download');
    await readerPage.getByRole('menuitem', { name: 'Save as Markdown' }).click();
    expect((await saved).suggestedFilename()).toBe('Focaccia.md');
    expect(await readFile(await (await saved).path(), 'utf8')).toContain('- 1/2 cup Olive oil');

    await recipesOn(page).card('Focaccia').getByRole('link').click();
    await recipesOn(page).choose('Edit');
    await page.getByRole('heading', { name: 'Edit Recipe' }).waitFor();
    await expect
      .poll(() => form.ingredients.allInnerTexts())
      .toEqual([expect.stringContaining('Flour'), expect.stringContaining('Olive oil')]);
    await form.title.fill('Focaccia with rosemary');
    await page.getByRole('button', { name: 'Delete step 1' }).click();
    await page.getByRole('button', { name: 'Save Changes' }).click();
    await page.getByRole('heading', { name: 'Focaccia with rosemary' }).waitFor();
    await readerPage.getByRole('heading', { name: 'Focaccia with rosemary' }).waitFor();
    await expect.poll(() => readerPage.getByText('Knead it.').count()).toBe(0);

    await recipesOn(page).choose('Withdraw');
    await page.waitForURL('/');
    const own = recipesOn(page).card('Focaccia with rosemary');
    await expect.poll(() => own.count()).toBe(0);
    await undoOn(page).click();
    await own.getByRole('link').click();
    await recipesOn(page).choose('Withdraw');
    await page.waitForURL('/');
    await sendHeld(page);
    browsers.allowProblems(/404.*api[/]recipes/);
    // Readers keep the withdrawn recipe until they leave.
    await readerPage.getByRole('status').getByText('This recipe has just been withdrawn.').waitFor();
    await readerPage.getByText('Withdrawn', { exact: true }).waitFor();
    await readerPage.getByText('Bake it.').waitFor();
    await readerPage.getByRole('link', { name: 'Potluck' }).first().click();
    await recipesOn(readerPage).card('Shoyu Ramen').waitFor();
    await expect.poll(() => recipesOn(readerPage).card('Focaccia with rosemary').count()).toBe(0);
    await expect.poll(() => recipesOn(page).card('Focaccia with rosemary').count()).toBe(0);
  });

  test('withdraws a recipe whose author signs out while they could still undo it', async () => {
    // The list may be fetched before the push that the recipe is gone.
    browsers.allowProblems(/404.*api[/]recipes/);
    const ana = await browsers.register('Ana');
    const { id } = await apiOf(browsers.server, ana).publishRecipe({ type: 'image', title: 'Farewell soup' });
    const { page } = ana;
    await page.goto(`/recipe/${id}`);
    await recipesOn(page).choose('Withdraw');
    await undoOn(page).waitFor();
    await page.getByRole('button', { name: 'Ana' }).click();
    await page.getByRole('menuitem', { name: 'Sign Out' }).click();
    const dialog = page.getByRole('dialog', { name: 'Sign out?' });
    await dialog.getByText('Everything is saved.').waitFor();
    await dialog.getByRole('button', { name: 'Sign out' }).click();
    await page.waitForURL('/login');
    expect((await fetch(`${browsers.server.address}/api/recipes/${id}`)).status).toBe(404);
  });

  test('redirects from an unknown recipe to the home page, and shows that a recipe is loading', async () => {
    browsers.allowProblems(/404.*api[/]recipes|42[02].*api[/]recipes|400.*api[/]recipes/);
    const { page, line } = await browsers.openVisitor();
    for (const id of [unknownId, '1']) {
      await page.goto(`/recipe/${id}`);
      await page.waitForURL('/');
      await page.getByRole('status').getByText('This recipe is not here any more.').waitFor();
    }
    await recipesOn(page).card('Shoyu Ramen').waitFor();
    await atRest(page);
    line.hold();
    await recipesOn(page).card('Shoyu Ramen').getByRole('link').click();
    await page.getByText('Loading...').waitFor();
    line.release();
    await page.getByRole('heading', { name: 'Shoyu Ramen' }).waitFor();
  });

  test('shows an uncached recipe as soon as the connection is back, and no alert until then', {
    tags: 'extended',
  }, async () => {
    browsers.allowProblems(connectionErrors);
    const { page, line } = await browsers.visit('/', { serviceWorkers: 'allow' });
    await recipesOn(page).card('Shoyu Ramen').waitFor();
    await untilStored(page);
    await atRest(page);
    await line.cut();
    await recipesOn(page).card('Shoyu Ramen').getByRole('link').click();
    await page.getByRole('status').getByText('This recipe needs a connection').waitFor();
    expect(await page.getByRole('alert').count()).toBe(0);
    expect(new URL(page.url()).pathname).toMatch(/^[/]recipe[/]/);
    await line.restore();
    await page.getByRole('heading', { name: 'Shoyu Ramen', level: 1 }).waitFor();
  });

  test('offers no changes of a recipe that its author withdrew in another browser, and does not show it again', {
    tags: 'extended',
  }, async () => {
    browsers.allowProblems(/404.*api[/]recipes/);
    const { page } = mia;
    const api = apiOf(browsers.server, mia);
    const { id } = await api.publishRecipe({ type: 'image', title: 'Short-lived' });
    await page.goto('/');
    await recipesOn(page).card('Short-lived').getByRole('link').click();
    const options = page.getByRole('button', { name: 'Recipe options' });
    await options.waitFor();
    await atRest(page);
    await api.withdrawRecipe(id);
    await page.getByText('Withdrawn', { exact: true }).waitFor();
    await options.click();
    await expect.poll(() => page.getByRole('menuitem').allInnerTexts()).toEqual(forEveryone);
    await page.keyboard.press('Escape');
    await page.getByRole('link', { name: 'Potluck' }).first().click();
    // The address changes before the screen does.
    await recipesOn(page).card('Shoyu Ramen').waitFor();
    await page.goBack();
    await page.getByRole('status').getByText('This recipe is not here any more.').waitFor();
  });

  test.each([360, 1280])(
    "reserves the picture's place while a recipe loads, at %i px",
    { tags: 'extended' },
    async (width) => {
      const { page } = await browsers.openVisitor({ viewport: { width, height: 800 } });
      await page.goto('/');
      await recipesOn(page).card('Shoyu Ramen').getByRole('link').hover(); // Loads the screen's code.
      await atRest(page);
      const held = Promise.withResolvers<void>();
      await page.route('**/api/recipes/*', async (route) => {
        await held.promise;
        await route.fallback();
      });
      await recipesOn(page).card('Shoyu Ramen').getByRole('link').click();
      const main = page.getByRole('main');
      await main.getByText('Loading...').waitFor();
      const place = await main.locator('[aria-busy] [aria-hidden] > div > div').first().boundingBox();
      held.resolve();
      const picture = main.getByRole('img', { name: 'Shoyu Ramen' });
      await picture.waitFor();
      await atRest(page);
      await expect.poll(() => picture.boundingBox()).toEqual(place);
    },
  );

  test('loads older recipes page by page on scrolling, each once', { tags: 'extended' }, async () => {
    const api = apiOf(browsers.server, mia);
    const ids: string[] = [];
    for (let n = 1; n <= 35; n++) ids.push((await api.publishRecipe({ type: 'image', title: `Bread ${n}` })).id);
    const { page } = await browsers.openVisitor({ viewport: { width: 360, height: 640 } });
    const cursors = new Set<string | null>();
    page.on('request', (request) => {
      const { pathname, searchParams } = new URL(request.url());
      if (pathname === '/api/recipes') cursors.add(searchParams.get('cursor'));
    });
    await page.goto('/');
    const { cards, card } = recipesOn(page);
    await card('Bread 35').waitFor();
    await expect
      .poll(async () => {
        await page.keyboard.press('End');
        return cards.count();
      })
      .toBeGreaterThanOrEqual(ids.length + 10);
    await card('Shoyu Ramen').waitFor();
    const titles = await cards.getByRole('heading').allTextContents();
    expect(new Set(titles).size).toBe(titles.length);
    expect(cursors.size).toBeGreaterThanOrEqual(3);
    await Promise.all(ids.map((id) => api.withdrawRecipe(id)));
  });
});
