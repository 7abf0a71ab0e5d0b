/** One meal plan on two browsers of one account. */
import { beforeEach, describe, expect, test } from 'vitest';
import type { PlannedRecipe } from '../../server/core/contracts/meal-plan.ts';
import type { Recipe } from '../../server/core/contracts/recipes.ts';
import { watchAlerts } from '../support/alerts.ts';
import { apiOf } from '../support/api-of.ts';
import { atRest } from '../support/at-rest.ts';
import { type Browsers, connectionErrors, openPhoneAndLaptop, type Person } from '../support/browsers.ts';
import { focusedName } from '../support/focus.ts';
import { listOn } from '../support/grocery-list.ts';
import { dishes, planOn } from '../support/meal-plan.ts';
import { describeWith } from '../support/requirements.ts';
import { withBrowsers } from '../support/with-browsers.ts';

describeWith('chromium', 'the meal plan', (chromium) => {
  let browsers: Browsers;
  let phone: Person;
  let laptop: Person;
  let here: ReturnType<typeof planOn>;
  let there: ReturnType<typeof planOn>;

  withBrowsers(chromium, async (opened) => {
    browsers = opened;
    ({ phone, laptop } = await openPhoneAndLaptop(browsers));
    here = planOn(phone.page);
    there = planOn(laptop.page);
  });

  /** An empty week on both. */
  beforeEach(async () => {
    await apiOf(browsers.server, phone).plan({});
    await Promise.all(
      [phone, laptop].map(async ({ page }) => {
        await page.goto('/meal-plan');
        await page.getByText('Add Breakfast').first().waitFor();
        await atRest(page);
      }),
    );
  });

  test('has a block for each day, with three slots, and says which is today', async () => {
    const blocks = laptop.page.getByRole('main').getByRole('region');
    await expect
      .poll(() => blocks.evaluateAll((all) => all.map((block) => block.getAttribute('aria-label'))))
      .toEqual(['Monday', 'Tuesday', 'Wednesday', 'Thursday', 'Friday', 'Saturday', 'Sunday']);
    await expect
      .poll(() => there.day('Sunday').getByRole('button').allInnerTexts())
      .toEqual([
        expect.stringContaining('Add Breakfast'),
        expect.stringContaining('Add Lunch'),
        expect.stringContaining('Add Dinner'),
      ]);
    const today = new Intl.DateTimeFormat('en-GB', { weekday: 'long' }).format(new Date());
    await there.day(today).getByText('Today').waitFor();
    await expect.poll(() => laptop.page.getByText('Today').count()).toBe(1);
    await laptop.page.getByText('This week').waitFor();
  });

  test.each([
    [360, 780],
    [768, 700],
    [1440, 600],
  ])('opens at today where that is below, at %i x %i px, and begins at the top else', async (width, height) => {
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
    // Another week is looked at from where one is, and so is this one when one comes back.
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
  });

  test('what is planned, exchanged and taken out here shows there', async () => {
    await here.empty('Monday', 'Dinner').click();
    await here.dialog.getByRole('heading', { name: 'Add Recipe for Monday Dinner' }).waitFor();
    await here.search.fill('greek');
    await expect
      .poll(() => here.found.allInnerTexts())
      .toEqual([expect.stringMatching(/^Greek Salad\s+Mediterranean\s+15 minutes$/)]);
    await here.found.first().click();
    await here.dialog.waitFor({ state: 'detached' });
    await there.filled('Monday', 'Greek Salad').waitFor();
    await there.day('Monday').getByText('Mediterranean').waitFor();
    await expect.poll(() => focusedName(phone.page)).toContain('Greek Salad');

    await there.filled('Monday', 'Greek Salad').click();
    await there.search.fill('shoyu');
    await there.found.first().click();
    await here.filled('Monday', 'Shoyu Ramen').waitFor();
    await expect.poll(() => here.filled('Monday', 'Greek Salad').count()).toBe(0);

    await here.remove('Monday', 'Shoyu Ramen').click();
    await there.empty('Monday', 'Dinner').waitFor();
    await phone.page.getByText('Removed Shoyu Ramen').waitFor();
    await here.undo.click();
    await there.filled('Monday', 'Shoyu Ramen').waitFor();
    await laptop.page.reload();
    await there.filled('Monday', 'Shoyu Ramen').waitFor();
  });

  test('the search does nothing for blanks, and says when it finds nothing or fails', async () => {
    browsers.allowProblems(/503.*recipes[/]search/);
    await there.empty('Friday', 'Lunch').click();
    await there.search.fill('   ');
    await there.search.press('Enter');
    await expect.poll(() => there.found.count()).toBe(0);
    await there.search.fill('zzz');
    await there.dialog.getByText('No recipes found').waitFor();
    await atRest(laptop.page);
    laptop.line.hold();
    await there.search.fill('ramen');
    await there.dialog.getByText('No recipes found').waitFor({ state: 'detached' });
    laptop.line.release();
    await there.found.filter({ hasText: 'Ramen' }).waitFor();

    const refuse = '**/api/recipes/search?q=baked';
    await laptop.page.route(refuse, (route) => route.fulfill({ status: 503, body: '' }));
    await there.search.fill('baked');
    await there.dialog.getByRole('alert').getByText('Failed to search recipes').waitFor();
    await laptop.page.unroute(refuse);
    await there.dialog.getByRole('button', { name: 'Try again' }).click();
    await there.found.filter({ hasText: 'Baked Feta Pasta' }).waitFor();
    await laptop.page.keyboard.press('Escape');
    await there.dialog.waitFor({ state: 'detached' });
    await there.empty('Friday', 'Lunch').waitFor();
    await expect.poll(() => focusedName(laptop.page)).toContain('Add Lunch');
  });

  test('each week has a plan of its own, which its address names', async () => {
    await there.add('Sunday', 'Dinner', 'baked');
    await laptop.page.getByRole('button', { name: 'Next week' }).click();
    await there.week.getByText('Next week').waitFor();
    await there.empty('Sunday', 'Dinner').waitFor();
    await there.add('Monday', 'Lunch', 'greek');
    await laptop.page.reload();
    await there.filled('Monday', 'Greek Salad').waitFor();
    await laptop.page.goBack();
    await there.filled('Sunday', 'Baked Feta Pasta').waitFor();
    await expect.poll(() => there.filled('Monday', 'Greek Salad').count()).toBe(0);
    await laptop.page.getByRole('button', { name: 'Previous week' }).click();
    await there.week.getByText('Last week').waitFor();
  });

  describe('without a connection', () => {
    test('a plan that cannot be read is said, and read again when asked', async () => {
      browsers.allowProblems(/ERR_FAILED.*api[/]meal-plan/);
      // Refused with the line standing: a page that comes back to the network reads again without being asked.
      await phone.context.route('**/api/meal-plan/**', (route) => route.abort());
      await phone.page.getByRole('button', { name: 'Next week' }).click();
      const alert = phone.page.getByRole('alert');
      await alert.getByText('Failed to fetch meal plan').waitFor();
      await phone.context.unrouteAll();
      await alert.getByRole('button', { name: 'Try again' }).click();
      await phone.page.getByText('Add Breakfast').first().waitFor();
      await alert.waitFor({ state: 'detached' });
    });

    test('what the server refuses is taken back, and said', async () => {
      browsers.allowProblems(/500.*api[/]meal-plan/);
      await here.add('Monday', 'Dinner', 'greek');
      await there.filled('Monday', 'Greek Salad').waitFor();
      await phone.context.route('**/api/meal-plan/**', (route) =>
        route.request().method() === 'PUT' ? route.fulfill({ status: 500 }) : route.fallback(),
      );
      await here.remove('Monday', 'Greek Salad').click();
      await phone.page.getByRole('alert').getByText('Failed to update meal plan').waitFor();
      await here.filled('Monday', 'Greek Salad').waitFor();
      // It would go by itself after a while.
      expect(await here.undo.count()).toBe(0);
    });

    test('what a gateway does not bring to the server waits for it', async () => {
      browsers.allowProblems(/502.*api[/]meal-plan/);
      await here.add('Monday', 'Dinner', 'greek');
      await there.filled('Monday', 'Greek Salad').waitFor();
      await phone.context.route('**/api/meal-plan/**', (route) => route.fulfill({ status: 502 }));
      const alerts = await watchAlerts(phone.page);
      await here.remove('Monday', 'Greek Salad').click();
      await phone.page.getByText('1 change waiting').waitFor();
      await here.empty('Monday', 'Dinner').waitFor();
      await phone.context.unrouteAll();
      await there.empty('Monday', 'Dinner').waitFor();
      await phone.page.getByText('1 change waiting').waitFor({ state: 'detached' });
      expect(await alerts()).toEqual([]);
    });

    test('what is planned offline and what the other planned meanwhile are both there in the end', async () => {
      browsers.allowProblems(connectionErrors);
      await here.add('Monday', 'Dinner', 'greek');
      await there.filled('Monday', 'Greek Salad').waitFor();
      await here.empty('Tuesday', 'Lunch').click();
      await here.search.fill('shoyu');
      await here.found.first().waitFor();
      await atRest(phone.page);
      await phone.context.setOffline(true);
      await phone.line.cut();
      await here.found.first().click();
      await phone.page.getByText('1 change waiting').waitFor();
      await there.remove('Monday', 'Greek Salad').click();
      await there.add('Wednesday', 'Breakfast', 'blueberry');
      await there.empty('Monday', 'Dinner').waitFor();

      await phone.line.restore();
      await phone.context.setOffline(false);
      for (const plan of [here, there]) {
        await plan.filled('Tuesday', 'Shoyu Ramen').waitFor();
        await plan.filled('Wednesday', 'Blueberry Pancakes').waitFor();
        await plan.empty('Monday', 'Dinner').waitFor();
      }
    });
  });

  test('what the other took out is put back by planning it again', async () => {
    await apiOf(browsers.server, phone).plan({ Monday: { Dinner: dishes.salad } });
    for (const { page } of [phone, laptop]) await page.reload();
    await here.filled('Monday', 'Greek Salad').waitFor();
    await there.remove('Monday', 'Greek Salad').click();
    await here.add('Monday', 'Dinner', 'greek');
    await there.filled('Monday', 'Greek Salad').waitFor();
    await laptop.page.reload();
    await there.filled('Monday', 'Greek Salad').waitFor();
  });

  test("what the week's recipes need goes onto the grocery list, added up", async () => {
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
    await button.click();
    const outcome = page.getByText('Ingredients added to grocery list successfully!');
    await outcome.waitFor();
    const [said, bar] = [await outcome.boundingBox(), await page.getByRole('navigation').boundingBox()];
    expect((said?.y ?? Number.NaN) + (said?.height ?? Number.NaN), 'above the bottom bar').toBeLessThan(bar?.y ?? 0);
    await page.getByText('Not there any more: Stew of Old.').waitFor();
    await page.goto('/grocery-list');
    const { item } = listOn(page);
    await item('Feta').getByText('800 g').waitFor();
    await item('Feta').getByText('Village Salad, Feta Bake').waitFor();
    await item('Onions').getByText('4').waitFor();
    await page.getByText('2 to buy').waitFor();
    await api.clearGroceries();
  });

  test('is for users: a visitor is asked to log in, and comes back', async () => {
    const { page } = await browsers.visit('/meal-plan');
    await page.getByRole('heading', { name: 'Welcome back' }).waitFor();
    await page.getByLabel('Email').fill(phone.email);
    await page.getByLabel('Password', { exact: true }).fill(phone.password);
    await page.getByRole('button', { name: 'Login' }).click();
    await page.getByRole('heading', { name: 'Weekly Meal Plan' }).waitFor();
  });
});
