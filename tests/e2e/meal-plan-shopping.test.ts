/** Ingredients of the planned meals on the grocery list. */
import { expect, test } from 'vitest';
import type { PlannedRecipe } from '../../server/core/contracts/meal-plan.ts';
import type { Recipe } from '../../server/core/contracts/recipes.ts';
import { apiOf } from '../support/api-of.ts';
import { atRest } from '../support/at-rest.ts';
import { type Browsers, connectionErrors, type Person } from '../support/browsers.ts';
import { focusedName } from '../support/focus.ts';
import type { planOn } from '../support/meal-plan.ts';
import { describeWith } from '../support/requirements.ts';
import { withEmptyWeek } from '../support/with-phone-and-laptop.ts';

describeWith('chromium', 'shopping for the meal plan', (chromium) => {
  let browsers: Browsers;
  let phone: Person;
  let laptop: Person;
  let phonePlan: ReturnType<typeof planOn>;
  let laptopPlan: ReturnType<typeof planOn>;

  withEmptyWeek(chromium, (opened) => {
    ({ browsers, phone, laptop, phonePlan, laptopPlan } = opened);
  });

  test("adds up the ingredients of the week's recipes on the grocery list", { tags: 'extended' }, async () => {
    browsers.allowProblems(/404.*api[/]recipes/);
    const { page } = phone;
    const api = apiOf(browsers.server, phone);
    const [salad, bake, stew] = await Promise.all([
      api.publishRecipe({
        type: 'image',
        title: 'Village Salad',
        ingredients: [
          { name: 'Feta', amount: '200', unit: 'g' },
          { name: 'Onion', amount: '1', unit: '' },
        ],
      }),
      api.publishRecipe({
        type: 'image',
        title: 'Feta Bake',
        ingredients: [
          { name: 'feta', amount: '0.4', unit: 'kg' },
          { name: 'Onions', amount: '2', unit: '' },
        ],
      }),
      api.publishRecipe({ type: 'image', title: 'Stew of Old' }),
    ]);
    const button = page.getByRole('button', { name: 'Add this week’s ingredients to the grocery list' });
    await page
      .getByRole('button', { name: /Add Breakfast/ })
      .first()
      .waitFor();
    expect(await button.count()).toBe(0);
    const slot = ({ id, title }: Recipe): PlannedRecipe => ({ id, title });
    await api.plan({
      Monday: { Dinner: slot(salad), Lunch: slot(stew) },
      Friday: { Lunch: slot(salad), Dinner: slot(bake) },
    });
    await api.withdrawRecipe(stew.id);
    await button.waitFor();
    // The page fetches the recipes of its plan when it is idle: the last one must not be under way.
    await atRest(page);
    await button.click();
    const outcome = page.getByText('Ingredients added to grocery list successfully!');
    await outcome.waitFor();
    const [message, bar] = [await outcome.boundingBox(), await page.getByRole('navigation').boundingBox()];
    expect((message?.y ?? Number.NaN) + (message?.height ?? Number.NaN), 'above the bottom bar').toBeLessThan(
      bar?.y ?? 0,
    );
    await page.getByText('Not there any more: Stew of Old.').waitFor();
    expect((await api.groceries()).sort()).toEqual(['Feta', 'Feta', 'Onion', 'Onion', 'Onions', 'feta']);
    await button.click();
    await page.getByText('All 6 were added before.').waitFor();

    // Only what was bought stays when the meal is not planned any more.
    const [bought] = await api.groceryItems();
    await api.changeGrocery(bought?.id ?? '', { checked: true });
    await phonePlan.choose('Monday', 'Village Salad', 'Remove');
    const dialog = page.getByRole('dialog', { name: 'Take its 1 item off the list, too?' });
    await dialog.getByText('Onion was added for Village Salad').waitFor();
    await dialog.getByRole('button', { name: 'Take off the list' }).click();
    await page.getByText('Removed Village Salad and its 1 item').waitFor();
    await expect.poll(async () => (await api.groceries()).length).toBe(5);
    await phonePlan.undo.click();
    await expect.poll(async () => (await api.groceries()).length).toBe(6);
    await phonePlan.filled('Monday', 'Village Salad').waitFor();
    await api.clearGroceries();
  });

  test('scales what is bought by how many eat', { tags: 'extended' }, async () => {
    // The page fetches the recipes of its plan, of which earlier tests have withdrawn one.
    browsers.allowProblems(/404.*api[/]recipes/);
    const { page } = phone;
    const api = apiOf(browsers.server, phone);
    const { id, title } = await api.publishRecipe({
      ...{ type: 'image', title: 'Lentil Soup', servings: 2 },
      ingredients: [{ name: 'Lentils', amount: '200', unit: 'g' }],
    });
    await api.plan({ Friday: { Dinner: { id, title } } });
    await phonePlan.choose('Friday', title, 'How many eat');
    const stepper = page.getByRole('group', { name: `How many eat ${title}` });
    await stepper.getByText('2', { exact: true }).waitFor();
    await expect.poll(() => focusedName(page)).toBe('One more');
    for (const servings of ['3', '4']) {
      await page.keyboard.press('Enter');
      await stepper.getByText(servings, { exact: true }).waitFor();
    }
    await laptopPlan.day('Friday').getByText('4 eat').waitFor();
    await page.keyboard.press('Escape');
    await expect.poll(() => focusedName(page)).toContain('4 eat');
    await page.getByRole('button', { name: 'Add this week’s ingredients to the grocery list' }).click();
    const amounts = async () => (await api.groceryItems()).map(({ amount }) => amount);
    await expect.poll(amounts).toEqual(['400']);

    await page.getByRole('button', { name: '4 eat' }).click();
    await stepper.getByRole('button', { name: 'One less' }).click();
    await page.getByRole('heading', { name: 'Weekly Meal Plan' }).click();
    const dialog = page.getByRole('dialog', { name: 'Buy less for 3 people?' });
    await dialog.getByText('Lentils was added for Lentil Soup').waitFor();
    await dialog.getByRole('button', { name: 'Buy less' }).click();
    await expect.poll(amounts).toEqual(['300']);
    await phonePlan.undo.click();
    await expect.poll(amounts).toEqual(['400']);
    await api.clearGroceries();
  });

  test('asks about one removed meal after the other, and not about one that is planned again', async () => {
    browsers.allowProblems(/404.*api[/]recipes/);
    const { page } = phone;
    const api = apiOf(browsers.server, phone);
    const publish = (title: string) => api.publishRecipe({ type: 'image', title, ingredients: [{ name: title }] });
    const [curry, gratin, pilaf] = await Promise.all(['Okra Curry', 'Leek Gratin', 'Nut Pilaf'].map(publish));
    const slot = (recipe: Recipe | undefined): PlannedRecipe => ({ id: recipe?.id ?? '', title: recipe?.title ?? '' });
    await api.plan({ Sunday: { Breakfast: slot(curry), Lunch: slot(gratin), Dinner: slot(pilaf) } });
    await phonePlan.filled('Sunday', 'Nut Pilaf').waitFor();
    await atRest(page);
    await page.getByRole('button', { name: 'Add this week’s ingredients to the grocery list' }).click();
    await expect.poll(async () => (await api.groceries()).length).toBe(3);
    await atRest(page);

    // What the meals have on the list is found out late.
    const released = Promise.withResolvers<void>();
    await page.route(/api[/]grocery-list[/][^/?]+$/, async (route) => {
      await released.promise;
      await route.continue();
    });
    await phonePlan.choose('Sunday', 'Okra Curry', 'Remove');
    await phonePlan.undo.click();
    await phonePlan.filled('Sunday', 'Okra Curry').waitFor();
    await phonePlan.choose('Sunday', 'Leek Gratin', 'Remove');
    await phonePlan.undo.click();
    await phonePlan.filled('Sunday', 'Leek Gratin').waitFor();
    await phonePlan.choose('Sunday', 'Leek Gratin', 'Remove');
    await phonePlan.choose('Sunday', 'Nut Pilaf', 'Remove');
    released.resolve();
    const dialog = page.getByRole('dialog', { name: 'Take its 1 item off the list, too?' });
    await dialog.getByText('Leek Gratin was added for Leek Gratin').waitFor();
    // The second press meets the next question.
    await dialog.getByRole('button', { name: 'Keep it' }).dblclick();
    await dialog.getByText('Nut Pilaf was added for Nut Pilaf').waitFor();
    await dialog.getByRole('button', { name: 'Take off the list' }).click();
    await dialog.waitFor({ state: 'hidden' });
    await expect.poll(async () => (await api.groceries()).toSorted()).toEqual(['Leek Gratin', 'Okra Curry']);
    await atRest(page);
    expect(await dialog.count()).toBe(0);
    await phonePlan.choose('Sunday', 'Okra Curry', 'Remove');
    await dialog.getByText('Okra Curry was added for Okra Curry').waitFor();
    await dialog.getByRole('button', { name: 'Keep it' }).click();
    await atRest(page);
    expect(await dialog.count()).toBe(0);
    await page.unrouteAll({ behavior: 'wait' });
    await api.clearGroceries();
  });

  test('adds the ingredients once if two devices do it without a connection', async () => {
    // The page fetches the recipes of the week that it shows first, which this browser has kept.
    browsers.allowProblems(/404.*api[/]recipes/);
    browsers.allowProblems(connectionErrors);
    const api = apiOf(browsers.server, phone);
    const { id, title } = await api.publishRecipe({
      type: 'image',
      title: 'Rice Bowl',
      ingredients: [{ name: 'Rice', amount: '200', unit: 'g' }, { name: 'Salt' }],
    });
    await api.plan({ Sunday: { Dinner: { id, title } } });
    for (const plan of [phonePlan, laptopPlan]) await plan.filled('Sunday', title).waitFor();
    for (const { page, context } of [phone, laptop]) {
      await atRest(page);
      await context.setOffline(true);
      await page.getByRole('button', { name: 'Add this week’s ingredients to the grocery list' }).click();
      await page.getByText('2 ingredients will be added with the next connection').waitFor();
    }
    expect(await api.groceries()).toEqual([]);
    for (const { context } of [phone, laptop]) await context.setOffline(false);
    await expect.poll(() => api.groceries(), { timeout: 50_000 }).toEqual(['Rice', 'Salt']);
    // The second device has sent its own, too.
    for (const { page } of [phone, laptop])
      await expect.poll(() => page.getByText(/waiting/).count(), { timeout: 50_000 }).toBe(0);
    expect(await api.groceries()).toEqual(['Rice', 'Salt']);
    await api.clearGroceries();
  });
});
