/** The import of recipes into the form: from a text, a shared page and files of other applications. */
import { readFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { zipSync } from 'fflate';
import type { Page } from 'playwright-core';
import { expect, test } from 'vitest';
import { accessibilityFindings } from '../support/accessibility.ts';
import { atRest } from '../support/at-rest.ts';
import { type Browsers, connectionErrors, logIn, type Person } from '../support/browsers.ts';
import { formOn, recipesOn } from '../support/recipes.ts';
import { describeWith } from '../support/requirements.ts';
import { textsOf } from '../support/texts.ts';
import { withOwnServer } from '../support/with-browsers.ts';

const text = 'Leek soup\nServes 2\nIngredients\n3 leeks\n½ tsp salt\nMethod\n1. Slice.\n2. Simmer.';
const file = (name: string) => readFileSync(resolve(import.meta.dirname, `../fixtures/recipe-files/${name}.json`));

async function choose(page: Page, name: string, buffer: Uint8Array): Promise<void> {
  const chooser = page.waitForEvent('filechooser');
  await page.getByRole('button', { name: 'Choose a file' }).click();
  await (await chooser).setFiles({ name, mimeType: 'application/zip', buffer: Buffer.from(buffer) });
}

describeWith('chromium', 'the import of recipes', (chromium) => {
  let browsers: Browsers;
  let mia: Person;

  withOwnServer(chromium, async (opened) => {
    browsers = opened;
    mia = await browsers.register('Mia');
  });

  test('fills in the form from a text, keeps what the user wrote, and can be undone', async () => {
    const { page } = await browsers.signIn(mia);
    await page.goto('/create-recipe');
    const { title, ingredients, steps } = formOn(page);
    await page.getByLabel('Servings').fill('4');
    const source = page.getByLabel('Import a recipe');
    await source.fill('Hello');
    browsers.allowProblems(/422.*recipes[/]import/);
    await page.getByRole('button', { name: 'Import' }).click();
    await page.getByRole('alert').getByText('No recipe was found in this text').waitFor();
    await source.fill(text);
    await source.press('Enter');
    const note = page.getByRole('status').filter({ hasText: 'Filled in below' });
    await note.getByText('Title, 2 ingredients and 2 steps. What you wrote yourself was kept.').waitFor();
    await expect.poll(() => title.inputValue()).toBe('Leek soup');
    await expect.poll(() => textsOf(ingredients)).toEqual(['leeks 3', 'salt 1/2 tsp']);
    expect(await page.getByLabel('Servings').inputValue()).toBe('4');
    expect(await accessibilityFindings(page)).toEqual([]);
    await note.getByRole('button', { name: 'Undo' }).click();
    await expect.poll(async () => [await title.inputValue(), await steps.count()]).toEqual(['', 0]);
    await page.getByRole('button', { name: 'Fill in again' }).click();
    await expect.poll(() => title.inputValue()).toBe('Leek soup');
  });

  test('reads a page that was shared with the installed application, once its user is logged in', {
    tags: 'extended',
  }, async () => {
    const { page, context } = await browsers.visit('/create-recipe?title=Soup&text=See%20https://kitchen.example/soup');
    const requests: unknown[] = [];
    const json = {
      type: 'image',
      title: 'Shared soup',
      author: '',
      imageUrl: '',
      ingredients: [],
      instructions: ['Simmer.'],
      source: 'page',
    };
    await context.route('**/api/recipes/import', (route) => {
      requests.push(route.request().postDataJSON());
      return route.fulfill({ json });
    });
    const note = page.getByRole('status').filter({ hasText: 'Please log in to import a recipe' });
    await note.getByRole('link', { name: 'Log In' }).click();
    await logIn(page, mia);
    await page.getByText('Filled in below').waitFor();
    expect(await formOn(page).title.inputValue()).toBe('Shared soup');
    await page.waitForURL((url) => url.pathname === '/create-recipe' && url.search === '');
    await page.reload();
    await expect.poll(() => formOn(page).title.inputValue()).toBe('Shared soup');
    await atRest(page);
    expect(requests).toEqual([{ url: 'https://kitchen.example/soup' }]);
  });

  test('publishes the chosen recipes of a file, and fills in the form from a file with one', {
    tags: 'extended',
  }, async () => {
    const { page } = await browsers.signIn(mia);
    await page.goto('/create-recipe');
    const other = Buffer.from(file('mealie').toString().replaceAll('Leek & potato soup', 'Another soup'));
    await choose(page, 'mealie.zip', zipSync({ 'a/a.json': file('mealie'), 'b/b.json': other, 'c/c.json': other }));
    const dialog = page.getByRole('dialog', { name: '3 recipes in this file' });
    await dialog
      .getByRole('checkbox', { name: /^Another soup/ })
      .last()
      .uncheck();
    expect(await accessibilityFindings(page)).toEqual([]);
    await dialog.getByRole('button', { name: 'Import 2 recipes' }).click();
    await dialog.getByRole('button', { name: 'Show them' }).click();
    await recipesOn(page).card('Another soup').waitFor();
    await recipesOn(page).card('Leek & potato soup').waitFor();
    expect(await recipesOn(page).card('Another soup').count()).toBe(1);

    await page.goto('/create-recipe');
    await choose(page, 'nextcloud.json', file('nextcloud-cookbook'));
    await page.getByText('Filled in below').waitFor();
    expect(await formOn(page).title.inputValue()).toBe('Leek & potato soup');
    await choose(page, 'photo.json', Buffer.from('{}'));
    await page.getByRole('alert').getByText('No recipe was found in this file').waitFor();
  });

  test('stops between two recipes of a file, and continues without publishing one twice', {
    tags: 'extended',
  }, async () => {
    const { page, context } = await browsers.signIn(mia);
    await page.goto('/create-recipe');
    const recipe = (title: string) => Buffer.from(file('mealie').toString().replaceAll('Leek & potato soup', title));
    const files = ['Stopped stew', 'Stopped pie', 'Stopped bread'].map((title) => [`${title}.json`, recipe(title)]);
    const sentIds: string[] = [];
    const answering = Promise.withResolvers<void>();
    await context.route('**/api/recipes', async (route) => {
      if (route.request().method() !== 'POST') return route.continue();
      sentIds.push(route.request().postDataJSON().id);
      if (sentIds.length === 2) await answering.promise;
      return route.continue();
    });
    await choose(page, 'stop.zip', zipSync(Object.fromEntries(files)));
    const dialog = page.getByRole('dialog', { name: '3 recipes in this file' });
    await dialog.getByRole('button', { name: 'Import 3 recipes' }).click();
    await dialog.getByText('Importing 2 of 3').waitFor();
    await page.keyboard.press('Escape');
    await page.keyboard.press('Escape');
    await dialog.getByRole('button', { name: 'Stop' }).click();
    answering.resolve();
    await dialog.getByText('2 recipes imported so far').waitFor();
    await dialog.getByRole('button', { name: 'Continue' }).click();
    await dialog.getByText('3 recipes imported').waitFor();
    expect([sentIds.length, new Set(sentIds).size]).toEqual([3, 3]);
    await dialog.getByRole('button', { name: 'Show them' }).click();
    await recipesOn(page).card('Stopped bread').waitFor();
  });

  test('of a file says that its code needs a connection', { tags: 'extended' }, async () => {
    browsers.allowProblems(connectionErrors);
    browsers.allowProblems(/ERR_FAILED.*import-list-dialog/);
    const { page, line } = await browsers.signIn(mia);
    await page.goto('/create-recipe');
    await formOn(page).title.waitFor();
    await atRest(page);
    // The browser may have it from another test.
    await page.route('**/assets/import-list-dialog-*', (route) => route.abort());
    await line.cut();
    await choose(page, 'offline.json', file('mealie'));
    await page.getByRole('alert').getByText('This needs a connection.').waitFor();
    await line.restore();
  });
});
