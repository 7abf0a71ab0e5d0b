/** One meal plan in two browsers of one account. */
import { expect, test } from 'vitest';
import { apiOf } from '../support/api-of.ts';
import { atRest } from '../support/at-rest.ts';
import type { Browsers, Person } from '../support/browsers.ts';
import { focusedName } from '../support/focus.ts';
import { dishes, type planOn } from '../support/meal-plan.ts';
import { describeWith } from '../support/requirements.ts';
import { withEmptyWeek } from '../support/with-phone-and-laptop.ts';

describeWith('chromium', 'the meal plan', (chromium) => {
  let browsers: Browsers;
  let phone: Person;
  let laptop: Person;
  let phonePlan: ReturnType<typeof planOn>;
  let laptopPlan: ReturnType<typeof planOn>;

  withEmptyWeek(chromium, (opened) => {
    ({ browsers, phone, laptop, phonePlan, laptopPlan } = opened);
  });

  test('shows recipes in the other browser as they are planned, replaced and removed', async () => {
    await phonePlan.empty('Monday', 'Dinner').click();
    await phonePlan.dialog.getByRole('heading', { name: 'Add Recipe for Monday Dinner' }).waitFor();
    await phonePlan.search.fill('greek');
    await expect
      .poll(() => phonePlan.found.allInnerTexts())
      .toEqual([expect.stringMatching(/^Greek Salad\s+Mediterranean\s+15 minutes$/)]);
    await phonePlan.found.first().click();
    await phonePlan.dialog.waitFor({ state: 'detached' });
    await laptopPlan.filled('Monday', 'Greek Salad').waitFor();
    await laptopPlan.day('Monday').getByText('Mediterranean').waitFor();
    await expect.poll(() => focusedName(phone.page)).toContain('Greek Salad');

    await laptopPlan.choose('Monday', 'Greek Salad', 'Choose another');
    await laptopPlan.dialog.getByRole('heading', { name: 'Change Recipe for Monday Dinner' }).waitFor();
    await laptopPlan.search.fill('shoyu');
    await laptopPlan.found.filter({ hasText: 'Shoyu Ramen' }).click();
    await phonePlan.filled('Monday', 'Shoyu Ramen').waitFor();
    await expect.poll(() => phonePlan.filled('Monday', 'Greek Salad').count()).toBe(0);
    await phonePlan.filled('Monday', 'Shoyu Ramen').click();
    await phone.page.getByRole('heading', { name: 'Shoyu Ramen' }).waitFor();
    await phone.page.goBack();

    await phonePlan.choose('Monday', 'Shoyu Ramen', 'Remove');
    await laptopPlan.empty('Monday', 'Dinner').waitFor();
    await phone.page.getByText('Removed Shoyu Ramen').waitFor();
    await expect.poll(() => focusedName(phone.page)).toContain('Add Dinner');
    await phonePlan.undo.click();
    await laptopPlan.filled('Monday', 'Shoyu Ramen').waitFor();
    await laptop.page.reload();
    await laptopPlan.filled('Monday', 'Shoyu Ramen').waitFor();
  });

  test('plans and changes a note instead of a recipe', { tags: 'extended' }, async () => {
    const { page } = phone;
    await phonePlan.empty('Monday', 'Lunch').click();
    await expect.poll(() => focusedName(page)).toBe('Search recipes');
    await phonePlan.dialog.getByRole('button', { name: 'Eating out' }).click();
    await expect.poll(() => focusedName(page)).toBe('Details');
    await phonePlan.dialog.getByLabel('Details').fill(' Café Nord ');
    await phonePlan.dialog.getByRole('button', { name: 'Plan', exact: true }).click();
    const note = (plan: typeof phonePlan) => plan.slot('Monday', 'Lunch');
    await note(laptopPlan).getByText('Café Nord', { exact: true }).waitFor();

    await note(laptopPlan).getByRole('button', { name: 'Eating out', exact: true }).click();
    await laptopPlan.dialog.getByRole('heading', { name: 'Change Note for Monday Lunch' }).waitFor();
    const title = laptopPlan.dialog.getByLabel('What is planned');
    await title.fill('  ');
    await laptopPlan.dialog.getByRole('button', { name: 'Save' }).click();
    await laptopPlan.dialog.getByText('Write what is planned').waitFor();
    await title.fill('Picnic');
    await laptopPlan.dialog.getByRole('button', { name: 'Save' }).click();
    await laptopPlan.dialog.waitFor({ state: 'detached' });
    await note(phonePlan).getByText('Picnic').waitFor();

    // What was searched for may be no recipe.
    await phonePlan.empty('Monday', 'Dinner').click();
    await phonePlan.search.fill('Pizza at Jo’s');
    await phonePlan.dialog.getByRole('button', { name: 'Pizza at Jo’s' }).click();
    await phonePlan.dialog.getByRole('button', { name: 'Plan', exact: true }).click();
    await laptopPlan.slot('Monday', 'Dinner').getByText('Pizza at Jo’s').waitFor();
    await laptopPlan.drag(
      laptopPlan.slot('Monday', 'Dinner').getByText('Pizza at Jo’s'),
      laptopPlan.slot('Tuesday', 'Lunch'),
    );
    await laptop.page.getByText('Mon dinner → Tue lunch').waitFor();
    await laptop.page.mouse.up();
    await phonePlan.slot('Tuesday', 'Lunch').getByText('Pizza at Jo’s').waitFor();
    expect(await laptopPlan.dialog.count()).toBe(0);
  });

  test('does not search for blanks, and reports a search that fails or finds nothing', async () => {
    browsers.allowProblems(/503.*recipes[/]search/);
    await laptopPlan.empty('Friday', 'Lunch').click();
    await laptopPlan.search.fill('   ');
    await laptopPlan.search.press('Enter');
    await expect.poll(() => laptopPlan.found.count()).toBe(0);
    await laptopPlan.search.fill('zzz');
    await laptopPlan.dialog.getByText('No recipes found').waitFor();
    await atRest(laptop.page);
    laptop.line.hold();
    await laptopPlan.search.fill('ramen');
    await laptopPlan.dialog.getByText('No recipes found').waitFor({ state: 'detached' });
    laptop.line.release();
    await laptopPlan.found.filter({ hasText: 'Ramen' }).waitFor();

    const searchUrl = '**/api/recipes/search?q=baked';
    await laptop.page.route(searchUrl, (route) => route.fulfill({ status: 503, body: '' }));
    await laptopPlan.search.fill('baked');
    await laptopPlan.dialog.getByRole('alert').getByText('Failed to search recipes').waitFor();
    await laptop.page.unroute(searchUrl);
    await laptopPlan.dialog.getByRole('button', { name: 'Try again' }).click();
    await laptopPlan.found.filter({ hasText: 'Baked Feta Pasta' }).waitFor();

    const failingUrl = '**/api/recipes/search?q=pasta';
    await laptop.page.route(failingUrl, (route) => route.fulfill({ status: 503, body: '' }));
    await laptopPlan.search.fill('pasta');
    await laptopPlan.dialog.getByRole('alert').getByText('Failed to search recipes').waitFor();
    await laptop.page.unroute(failingUrl);
    await laptopPlan.search.press('Enter');
    await laptopPlan.found.filter({ hasText: 'Baked Feta Pasta' }).waitFor();
    await laptop.page.keyboard.press('Escape');
    await laptopPlan.dialog.waitFor({ state: 'detached' });
    await laptopPlan.empty('Friday', 'Lunch').waitFor();
    await expect.poll(() => focusedName(laptop.page)).toContain('Add Lunch');
  });

  test('plans a recipe again that the other browser has removed', { tags: 'extended' }, async () => {
    await apiOf(browsers.server, phone).plan({ Monday: { Dinner: dishes.salad } });
    for (const { page } of [phone, laptop]) await page.reload();
    await phonePlan.filled('Monday', 'Greek Salad').waitFor();
    await laptopPlan.choose('Monday', 'Greek Salad', 'Remove');
    await phonePlan.add('Monday', 'Dinner', 'greek');
    await laptopPlan.filled('Monday', 'Greek Salad').waitFor();
    await laptop.page.reload();
    await laptopPlan.filled('Monday', 'Greek Salad').waitFor();
  });

  test('asks a visitor to log in, and then returns to the plan', { tags: 'extended' }, async () => {
    const { page } = await browsers.visit('/meal-plan');
    await page.getByRole('heading', { name: 'Welcome back' }).waitFor();
    await page.getByLabel('Email').fill(phone.email);
    await page.getByLabel('Password', { exact: true }).fill(phone.password);
    await page.getByRole('button', { name: 'Login' }).click();
    await page.getByRole('heading', { name: 'Weekly Meal Plan' }).waitFor();
  });
});
