/** Adding the ingredients of a recipe to the grocery list. */
import { expect, test } from 'vitest';
import type { RecipeForm } from '../../server/core/contracts/recipes.ts';
import { apiOf } from '../support/api-of.ts';
import { atRest } from '../support/at-rest.ts';
import { type Browsers, connectionErrors, type Person } from '../support/browsers.ts';
import { listOn } from '../support/grocery-list.ts';
import { topOf } from '../support/place.ts';
import { isIndeterminate, recipesOn } from '../support/recipes.ts';
import { describeWith } from '../support/requirements.ts';
import { withBrowsers } from '../support/with-browsers.ts';

describeWith('chromium', 'the ingredients of a recipe', (chromium) => {
  let browsers: Browsers;
  let mia: Person;
  let sam: Person;

  withBrowsers(chromium, async (opened) => {
    browsers = opened;
    [mia, sam] = await Promise.all([browsers.register('Mia'), browsers.register('Sam')]);
  });

  /** Publishes a recipe of Mia's. @returns the path of its page */
  const publish = async (recipe: Partial<RecipeForm> & { title: string }) => {
    const { id } = await apiOf(browsers.server, mia).publishRecipe({
      type: 'image',
      ingredients: [
        { name: 'Flour', amount: '1 1/2', unit: 'cups' },
        { name: 'Eggs', amount: '3', unit: '' },
        { name: 'Salt', amount: '', unit: '' },
      ],
      instructions: ['Mix.', 'Bake.'],
      ...recipe,
    });
    return `/recipe/${id}`;
  };

  test('are selected one by one or all together, and added to the grocery list', async () => {
    const { page } = sam;
    await page.goto('/grocery-list');
    await page.getByText('Your grocery list is empty').waitFor();
    await page.goto(await publish({ title: 'Pita' }));
    const { ingredient, selectAll, addToList } = recipesOn(page);
    await selectAll.waitFor();
    const state = async () => [
      await selectAll.isChecked(),
      await isIndeterminate(selectAll),
      await addToList.isEnabled(),
    ];
    await expect.poll(state).toEqual([true, false, true]);
    await ingredient('Eggs').uncheck();
    await expect.poll(state).toEqual([false, true, true]);
    await page.getByText('2 of 3').first().waitFor();
    await selectAll.click();
    await expect.poll(state).toEqual([true, false, true]);
    await selectAll.click();
    await expect.poll(state).toEqual([false, false, false]);
    await page.getByText('Please select at least one ingredient').waitFor();

    await ingredient('Flour').check();
    await ingredient('Salt').check();
    await expect.poll(() => page.getByText('Please select at least one ingredient').count()).toBe(0);
    await addToList.click();
    await page.getByRole('status').getByText('Ingredients added to grocery list successfully!').waitFor();
    await expect.poll(state).toEqual([false, false, false]);

    await page.getByRole('link', { name: 'Grocery List' }).click();
    const { item } = listOn(page);
    await item('Flour').getByText('Pita').waitFor();
    await expect.poll(() => item('Flour').innerText()).toContain('1 1/2 cups');
    await item('Salt').waitFor();
    await expect.poll(() => item('Eggs').count()).toBe(0);
    await apiOf(browsers.server, sam).clearGroceries();
  });

  test('do not scroll when the visible button below them gets the focus', { tags: 'extended' }, async () => {
    const { page } = await browsers.openVisitor({ viewport: { width: 1280, height: 600 } });
    const ingredients = Array.from({ length: 20 }, (_, n) => ({ name: `Spice ${n}`, amount: '1', unit: 'g' }));
    await page.goto(await publish({ title: 'Garam masala', ingredients }));
    const heading = page.getByRole('heading', { name: 'Ingredients' });
    await heading.waitFor();
    await atRest(page);
    await heading.evaluate((element) => element.scrollIntoView());
    const place = await topOf(heading);
    await recipesOn(page).addToList.focus();
    expect(await topOf(heading)).toBe(place);
  });

  test('ask a visitor to log in, and then return to the recipe', async () => {
    const { page } = await browsers.openVisitor();
    const address = await publish({ title: 'Naan' });
    await page.goto(address);
    await recipesOn(page).addToList.click();
    await page.getByText('Please log in to add items to your grocery list').waitFor();
    await page.getByRole('main').getByRole('link', { name: 'Log In' }).click();
    await page.getByLabel('Email').fill(sam.email);
    await page.getByLabel('Password', { exact: true }).fill(sam.password);
    await page.getByRole('button', { name: 'Login' }).click();
    await page.waitForURL(address);
  });

  test('report each failure, and are added once by the next try', async () => {
    browsers.allowProblems(connectionErrors);
    browsers.allowProblems(/40[01].*api[/]grocery-list/);
    const { page, context, line } = sam;
    browsers.allowProblems(/ERR_FAILED.*list-writer/);
    // The code that adds to lists is loaded after the page.
    await context.route('**/assets/list-writer*', (route) => route.abort());
    await page.goto(await publish({ title: 'Lavash' }));
    const { addToList } = recipesOn(page);
    await addToList.waitFor();
    await atRest(page);
    await addToList.click();
    await page.getByRole('alert').getByText('Failed to add ingredients to grocery list').waitFor();
    await context.unrouteAll();
    const refuse = (statusCode: number, message: string) =>
      context.route('**/api/grocery-list', (route) =>
        route.fulfill({ status: statusCode, json: { statusCode, code: 'REFUSED', error: 'Refused', message } }),
      );
    await refuse(400, 'Invalid input data');
    await addToList.click();
    await page.getByRole('alert').getByText('Invalid input data').waitFor();
    await context.unrouteAll();
    await refuse(401, 'No');
    await addToList.click();
    await page.getByText('Please log in to add items to your grocery list').waitFor();
    await context.unrouteAll();
    await context.route('**/api/grocery-list', (route) => route.fulfill({ status: 400, body: 'what' }));
    await addToList.click();
    await page.getByRole('alert').getByText('Failed to add items to grocery list').waitFor();
    await context.unrouteAll();
    await line.cut();
    await addToList.click();
    await page.getByText('3 ingredients will be added with the next connection.').waitFor();
    await line.restore();
    await expect.poll(() => apiOf(browsers.server, sam).groceries(), { timeout: 50_000 }).toHaveLength(3);
    await apiOf(browsers.server, sam).clearGroceries();
  });
});
