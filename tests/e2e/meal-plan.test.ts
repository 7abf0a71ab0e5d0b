/** One meal plan in two browsers of one account. */
import { beforeEach, expect, test } from 'vitest';
import type { PlannedRecipe } from '../../server/core/contracts/meal-plan.ts';
import type { Recipe } from '../../server/core/contracts/recipes.ts';
import { daysAfter } from '../../server/core/contracts/week.ts';
import { apiOf } from '../support/api-of.ts';
import { atRest } from '../support/at-rest.ts';
import { type Browsers, connectionErrors, openPhoneAndLaptop, type Person } from '../support/browsers.ts';
import { focusedName } from '../support/focus.ts';
import { dishes, openEmptyWeek, planOn, thisMonday } from '../support/meal-plan.ts';
import { describeWith } from '../support/requirements.ts';
import { withBrowsers } from '../support/with-browsers.ts';

describeWith('chromium', 'the meal plan', (chromium) => {
  let browsers: Browsers;
  let phone: Person;
  let laptop: Person;
  let phonePlan: ReturnType<typeof planOn>;
  let laptopPlan: ReturnType<typeof planOn>;

  withBrowsers(chromium, async (opened) => {
    browsers = opened;
    ({ phone, laptop } = await openPhoneAndLaptop(browsers));
    phonePlan = planOn(phone.page);
    laptopPlan = planOn(laptop.page);
  });

  beforeEach(() => openEmptyWeek(browsers.server, [phone, laptop]));

  test('has a block for each day, with three slots, and marks today', async () => {
    const blocks = laptop.page.getByRole('main').getByRole('region');
    await expect
      .poll(() => blocks.evaluateAll((all) => all.map((block) => block.getAttribute('aria-label'))))
      .toEqual(['Monday', 'Tuesday', 'Wednesday', 'Thursday', 'Friday', 'Saturday', 'Sunday']);
    await expect
      .poll(() => laptopPlan.day('Sunday').getByRole('button').allInnerTexts())
      .toEqual([
        expect.stringContaining('Add Breakfast'),
        expect.stringContaining('Add Lunch'),
        expect.stringContaining('Add Dinner'),
      ]);
    await laptopPlan.day('Monday').getByText('Today').waitFor();
    await expect.poll(() => laptop.page.getByText('Today').count()).toBe(1);
    await laptop.page.getByText('This week').waitFor();
  });

  test.each([
    [360, 780],
    [768, 700],
    [1440, 600],
  ])(
    'scrolls to today only if it is below the viewport, at %i x %i px',
    { tags: 'extended' },
    async (width, height) => {
      const lastSunday = new Date();
      lastSunday.setUTCDate(lastSunday.getUTCDate() - (lastSunday.getUTCDay() || 7));
      lastSunday.setUTCHours(12);
      const monday = new Date(lastSunday);
      monday.setUTCDate(monday.getUTCDate() - 6);
      const { page } = await browsers.signIn(phone, { viewport: { width, height } });
      const plan = planOn(page);
      /** Whether a day is in view, between the bars. */
      const isInView = async (day: string) => {
        const box = await plan.day(day).boundingBox();
        const bars = width < 768 ? { top: 56, bottom: 68 } : { top: 72, bottom: 0 };
        return box !== null && box.y >= bars.top && box.y + box.height <= height - bars.bottom;
      };
      const scrolled = () => page.evaluate(() => scrollY);
      const open = () => page.getByRole('navigation').getByRole('link', { name: 'Meal Plan' }).click();

      await page.clock.setFixedTime(lastSunday);
      await page.goto('/meal-plan');
      await plan.empty('Sunday', 'Dinner').waitFor();
      await expect.poll(() => isInView('Sunday')).toBe(true);
      await page.goto('/grocery-list');
      await atRest(page);
      await open();
      await plan.empty('Sunday', 'Dinner').waitFor();
      await expect.poll(() => isInView('Sunday')).toBe(true);
      // Changing the week keeps the scroll position, even on the way back to this week.
      await page.getByRole('button', { name: 'Next week' }).click();
      await page.getByText('Next week', { exact: true }).waitFor();
      await page.evaluate(() => scrollTo(0, 0));
      await page.getByRole('button', { name: 'Previous week' }).click();
      await plan.day('Sunday').getByText('Today').waitFor();
      expect(await scrolled()).toBe(0);

      await page.clock.setFixedTime(monday);
      await page.goto('/meal-plan');
      await plan.empty('Monday', 'Dinner').waitFor();
      await atRest(page);
      expect(await isInView('Monday')).toBe(true);
      expect(await scrolled()).toBe(0);
    },
  );

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
    await laptopPlan.found.first().click();
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

  test('moves and swaps meals by dragging them', async () => {
    const { page } = laptop;
    const { mouse } = page;
    await apiOf(browsers.server, phone).plan({ Monday: { Dinner: dishes.salad }, Tuesday: { Lunch: dishes.pancakes } });
    await phonePlan.filled('Monday', 'Greek Salad').waitFor();
    await laptopPlan.filled('Monday', 'Greek Salad').waitFor();
    const { drag } = laptopPlan;
    await drag(laptopPlan.filled('Monday', 'Greek Salad'), laptopPlan.slot('Wednesday', 'Breakfast'));
    await page.getByText('Mon dinner → Wed breakfast').waitFor();
    await page.keyboard.press('Escape');
    await page.getByText('Moving Greek Salad').waitFor({ state: 'detached' });
    // Releasing it on its card does not open the recipe.
    await laptopPlan.filled('Monday', 'Greek Salad').hover();
    await mouse.up();
    await drag(laptopPlan.filled('Monday', 'Greek Salad'), laptopPlan.slot('Wednesday', 'Breakfast'));
    await page.getByText('Moving Greek Salad').waitFor();
    await mouse.up();
    await page.getByText('Moved Greek Salad to Wednesday breakfast').waitFor();
    await phonePlan.slot('Wednesday', 'Breakfast').getByText('Greek Salad').waitFor();
    await laptopPlan.empty('Monday', 'Dinner').waitFor();
    expect(new URL(page.url()).pathname).toBe('/meal-plan');

    await drag(laptopPlan.filled('Tuesday', 'Pancakes'), laptopPlan.slot('Wednesday', 'Breakfast'));
    await page.getByText('Tue lunch ⇄ Wed breakfast').waitFor();
    await mouse.up();
    await phonePlan.slot('Tuesday', 'Lunch').getByText('Greek Salad').waitFor();
    await phonePlan.slot('Wednesday', 'Breakfast').getByText('Pancakes').waitFor();
    await laptopPlan.undo.click();
    await phonePlan.slot('Tuesday', 'Lunch').getByText('Pancakes').waitFor();
    await phonePlan.slot('Wednesday', 'Breakfast').getByText('Greek Salad').waitFor();
  });

  test('moves a meal with a finger that rests on it, also beyond the screen', { tags: 'extended' }, async () => {
    const { page, context } = phone;
    await apiOf(browsers.server, phone).plan({ Saturday: { Breakfast: dishes.salad } });
    const meal = phonePlan.filled('Saturday', 'Greek Salad');
    await meal.evaluate((element) => element.scrollIntoView({ block: 'center', behavior: 'instant' }));
    const start = await meal.boundingBox();
    if (!start) throw new Error('Not on the screen');
    const session = await context.newCDPSession(page);
    const touch = (type: 'touchStart' | 'touchMove' | 'touchEnd', y?: number) =>
      session.send('Input.dispatchTouchEvent', { type, touchPoints: y === undefined ? [] : [{ x: 120, y }] });
    const scrolled = () => page.evaluate(() => scrollY);

    const before = await scrolled();
    await touch('touchStart', start.y + 10);
    await page.getByText('Moving Greek Salad').waitFor();
    await touch('touchMove', start.y + 80);
    await page.getByText('Sat breakfast → Sat lunch').waitFor();
    expect(await scrolled()).toBe(before);
    // Near the lower edge, the page scrolls to its end.
    await touch('touchMove', 680);
    const isAtEnd = () => page.evaluate(() => scrollY + innerHeight >= document.documentElement.scrollHeight - 1);
    await expect.poll(isAtEnd, { timeout: 10_000 }).toBe(true);
    const dinner = await phonePlan.slot('Sunday', 'Dinner').boundingBox();
    await touch('touchMove', (dinner?.y ?? 0) + 20);
    await page.getByText('Sat breakfast → Sun dinner').waitFor();
    await touch('touchEnd');
    await laptopPlan.slot('Sunday', 'Dinner').getByText('Greek Salad').waitFor();
  });

  test('moves a meal by keyboard', { tags: 'extended' }, async () => {
    const { page } = laptop;
    await apiOf(browsers.server, phone).plan({ Monday: { Dinner: dishes.salad }, Tuesday: { Lunch: dishes.pancakes } });
    const options = (day: string) => laptopPlan.day(day).getByRole('button', { name: 'Options for Greek Salad' });
    await options('Monday').press('Enter');
    await expect.poll(() => focusedName(page)).toBe('Choose another');
    await page.keyboard.press('ArrowDown');
    await page.keyboard.press('ArrowDown');
    await page.keyboard.press('Enter');
    const sheet = page.getByRole('dialog', { name: 'Move Greek Salad' });
    await sheet.getByText('It is planned here now.').waitFor();
    await expect.poll(() => focusedName(page)).toContain('Monday, today');
    await page.keyboard.press('ArrowRight');
    await sheet.getByText('Tuesday dinner is free.').waitFor();
    await page.keyboard.press('Tab');
    await page.keyboard.press('ArrowLeft');
    await sheet.getByText(/^Tuesday lunch has Blueberry Pancakes/).waitFor();
    await page.keyboard.press('Tab');
    await page.keyboard.press('Enter');
    await sheet.waitFor({ state: 'detached' });
    await page.getByText(/Greek Salad and Blueberry Pancakes.* are swapped/).waitFor();
    await expect.poll(() => focusedName(page)).toBe('Options for Greek Salad on Tuesday Lunch');
    await phonePlan.slot('Monday', 'Dinner').getByText('Pancakes').waitFor();
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

  test('folds the days that are over on a phone, and does not shop for their meals', { tags: 'extended' }, async () => {
    const { page } = phone;
    const wednesday = `${daysAfter(thisMonday(), 2)}T12:00:00Z`;
    const button = page.getByRole('button', { name: 'Add this week’s ingredients to the grocery list' });
    await apiOf(browsers.server, phone).plan({ Monday: { Dinner: dishes.salad, Lunch: dishes.pancakes } });
    await phonePlan.filled('Monday', 'Greek Salad').waitFor();
    await button.waitFor();
    await page.clock.setFixedTime(wednesday);
    await page.reload();
    const fold = page.getByRole('button', { name: 'Monday and Tuesday, 2 meals' });
    await fold.waitFor();
    expect(await phonePlan.filled('Monday', 'Greek Salad').isVisible()).toBe(false);
    expect(await button.count()).toBe(0);
    await phonePlan.day('Wednesday').getByText('Today').waitFor();
    await fold.click();
    await phonePlan.filled('Monday', 'Greek Salad').waitFor();
    // Wider screens have room for all days.
    await laptop.page.clock.setFixedTime(wednesday);
    await laptop.page.reload();
    await laptopPlan.filled('Monday', 'Greek Salad').waitFor();
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
    await laptop.page.keyboard.press('Escape');
    await laptopPlan.dialog.waitFor({ state: 'detached' });
    await laptopPlan.empty('Friday', 'Lunch').waitFor();
    await expect.poll(() => focusedName(laptop.page)).toContain('Add Lunch');
  });

  test('has a separate plan for each week, with its own URL', { tags: 'extended' }, async () => {
    await laptopPlan.add('Sunday', 'Dinner', 'baked');
    await laptop.page.getByRole('button', { name: 'Next week' }).click();
    await laptopPlan.week.getByText('Next week').waitFor();
    await laptopPlan.empty('Sunday', 'Dinner').waitFor();
    await laptopPlan.add('Monday', 'Lunch', 'greek');
    await laptop.page.reload();
    await laptopPlan.filled('Monday', 'Greek Salad').waitFor();
    await laptop.page.goBack();
    await laptopPlan.filled('Sunday', 'Baked Feta Pasta').waitFor();
    await expect.poll(() => laptopPlan.filled('Monday', 'Greek Salad').count()).toBe(0);
    await laptop.page.getByRole('button', { name: 'Previous week' }).click();
    await laptopPlan.week.getByText('Last week').waitFor();
  });

  test('copies a week to another one, which can be undone', { tags: 'extended' }, async () => {
    const { page } = laptop;
    await apiOf(browsers.server, phone).plan({ Monday: { Dinner: dishes.salad }, Tuesday: { Lunch: dishes.pancakes } });
    await laptopPlan.filled('Tuesday', 'Pancakes').waitFor();
    await page.getByRole('button', { name: 'Next week' }).click();
    await laptopPlan.week.getByText('Next week').waitFor();
    await laptopPlan.add('Monday', 'Dinner', 'greek');
    await page.getByRole('button', { name: 'Previous week' }).click();
    await laptopPlan.filled('Tuesday', 'Pancakes').waitFor();
    await page.getByRole('button', { name: 'Plan options' }).click();
    await page.getByRole('menuitem', { name: 'Copy week' }).click();
    await laptopPlan.dialog.getByText('1 meal is there already.').waitFor();
    await laptopPlan.dialog.getByRole('button', { name: 'Copy 1 meal' }).click();
    await laptopPlan.week.getByText('Next week').waitFor();
    await expect.poll(() => focusedName(page)).toBe('Plan options');
    await laptopPlan.filled('Tuesday', 'Pancakes').waitFor();
    await phone.page.getByRole('button', { name: 'Next week' }).click();
    await phonePlan.week.getByText('Next week').waitFor();
    await phonePlan.filled('Tuesday', 'Pancakes').waitFor();
    await laptopPlan.undo.click();
    await phonePlan.empty('Tuesday', 'Lunch').waitFor();
    await phonePlan.slot('Monday', 'Dinner').getByText('Greek Salad').waitFor();
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
    const dialog = page.getByRole('dialog', { name: 'Buy less for 3 who eat?' });
    await dialog.getByText('Lentils was added for Lentil Soup').waitFor();
    await dialog.getByRole('button', { name: 'Buy less' }).click();
    await expect.poll(amounts).toEqual(['300']);
    await phonePlan.undo.click();
    await expect.poll(amounts).toEqual(['400']);
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
    await expect.poll(() => api.groceries(), { timeout: 20_000 }).toEqual(['Rice', 'Salt']);
    // The second device has sent its own, too.
    for (const { page } of [phone, laptop])
      await expect.poll(() => page.getByText(/waiting/).count(), { timeout: 20_000 }).toBe(0);
    expect(await api.groceries()).toEqual(['Rice', 'Salt']);
    await api.clearGroceries();
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
