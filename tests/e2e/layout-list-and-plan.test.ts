/** The layout of the grocery list and the meal plan in every state: no overflow on a phone, and accessible. */
import { describe, expect, test } from 'vitest';
import { apiOf } from '../support/api-of.ts';
import { atRest } from '../support/at-rest.ts';
import { type Browsers, connectionErrors, type Person } from '../support/browsers.ts';
import { listOn } from '../support/grocery-list.ts';
import { expectGoodLayout, expectGoodLayoutNow } from '../support/layout.ts';
import { dishes, planOn } from '../support/meal-plan.ts';
import { topOf } from '../support/place.ts';
import { describeWith } from '../support/requirements.ts';
import { withBrowsers } from '../support/with-browsers.ts';

describeWith('chromium', 'layout of the grocery list and the meal plan', (chromium) => {
  let browsers: Browsers;
  let mia: Person;

  withBrowsers(chromium, async (opened) => {
    browsers = opened;
    mia = await browsers.register('Mia');
  });

  describe('the grocery list', () => {
    test('with items, suggestions, an offer to undo, a dialog, and without a connection', {
      tags: 'extended',
    }, async () => {
      browsers.allowProblems(connectionErrors);
      const { page, line } = mia;
      const { item, add, box, remove, press, section, undo } = listOn(page);
      await apiOf(browsers.server, mia).addGroceries(
        { name: 'Spring onions', amount: '3' },
        { name: `Unbroken${'o'.repeat(150)}`, amount: '1'.repeat(40), unit: 'k'.repeat(40) },
        { name: 'Feta', amount: '200', unit: 'g' },
        { name: 'Ramen noodles' },
      );
      await page.goto('/grocery-list');
      await item('Feta').waitFor();
      await press('Ramen noodles');
      await section('Checked').getByText('Checked by you').waitFor();
      await expectGoodLayout(page);
      await box.fill('oni');
      await page.getByRole('listbox').waitFor();
      await expectGoodLayout(page);
      await box.fill('');
      await item('Feta')
        .getByRole('button', { name: /^Edit Feta/ })
        .click();
      await page.getByRole('dialog').getByLabel('Name').fill('');
      await page.getByRole('button', { name: 'Save' }).click();
      await page.getByText('An item needs a name').waitFor();
      await expectGoodLayout(page);
      await page.keyboard.press('Escape');
      await remove('Feta');
      await undo.focus(); // Keeps the offer to undo.
      await expectGoodLayout(page);
      await undo.click();
      await item('Feta').waitFor();
      await atRest(page); // The undo is saved, so that it is not a waiting change.

      await mia.context.setOffline(true);
      await line.cut();
      await add('Bread');
      await page.getByText('1 change waiting').waitFor();
      await expectGoodLayoutNow(page);
      await line.restore();
      await mia.context.setOffline(false);
      await page.getByText('Live', { exact: true }).waitFor();
    });

    test('loading, if the browser does not keep it', { tags: 'extended' }, async () => {
      const { page, line } = await browsers.register('Ann');
      await page.goto('/');
      await page.getByRole('navigation').getByRole('link', { name: 'Grocery List' }).hover();
      await atRest(page);
      line.hold();
      await page.getByRole('navigation').getByRole('link', { name: 'Grocery List' }).click();
      await page.getByText('Loading your list...').waitFor();
      await expectGoodLayoutNow(page);
    });
  });

  test('the days of the meal plan do not move when the plan is loaded', { tags: 'extended' }, async () => {
    const { page, line } = mia;
    await page.setViewportSize({ width: 1280, height: 720 });
    await page.goto('/');
    const link = page.getByRole('navigation').getByRole('link', { name: 'Meal Plan' });
    await link.hover();
    await atRest(page);
    line.hold();
    await link.click();
    const days = [page.getByRole('heading', { name: 'Monday' }), page.getByRole('heading', { name: 'Sunday' })];
    // It scrolls to today in the window in which it opens.
    for (const day of days) await day.waitFor();
    await expectGoodLayoutNow(page);
    await page.setViewportSize({ width: 1280, height: 720 });
    const loading = await Promise.all(days.map(topOf));
    line.release();
    await planOn(page).empty('Monday', 'Dinner').waitFor();
    await atRest(page);
    expect(await Promise.all(days.map(topOf))).toEqual(loading);
  });

  test('the meal plan with filled slots, its dialogs, search results and an offer to undo', {
    tags: 'extended',
  }, async () => {
    const { page } = mia;
    const { salad, pancakes } = dishes;
    const long = { ...pancakes, title: `Unbroken${'o'.repeat(150)}`, cuisine: 'k'.repeat(100) };
    const api = apiOf(browsers.server, mia);
    await api.plan({ Monday: { Breakfast: long, Dinner: salad }, Sunday: { Lunch: pancakes } });
    await page.goto('/meal-plan');
    const plan = planOn(page);
    await plan.filled('Monday', 'Greek Salad').waitFor();
    await expectGoodLayout(page);
    await plan.choose('Monday', 'Greek Salad', 'How many eat');
    await page.getByRole('group', { name: 'How many eat Greek Salad' }).waitFor();
    await expectGoodLayout(page);
    await plan.choose('Monday', 'Greek Salad', 'Move');
    await plan.dialog.getByRole('radio', { name: 'Breakfast' }).check();
    await plan.dialog.getByRole('button', { name: 'Move beside' }).waitFor();
    await expectGoodLayout(page);
    await page.keyboard.press('Escape');
    await plan.empty('Tuesday', 'Dinner').click();
    await plan.search.fill('b');
    await plan.found.first().waitFor();
    await expectGoodLayout(page);
    await plan.search.fill('');
    await plan.dialog.getByRole('button', { name: 'Eating out' }).click();
    await plan.dialog.getByRole('button', { name: 'Plan', exact: true }).waitFor();
    await expectGoodLayout(page);
    await page.keyboard.press('Escape');
    await page.getByRole('button', { name: 'Plan options' }).click();
    await page.getByRole('menuitem', { name: 'Copy week' }).click();
    await plan.dialog.getByRole('button', { name: /^Copy \d meals$/ }).waitFor();
    await expectGoodLayout(page);
    await page.keyboard.press('Escape');
    await plan.choose('Monday', 'Greek Salad', 'Remove');
    await plan.undo.focus();
    await expectGoodLayout(page);
  });

  test.each(['one list', 'several lists'])(
    'the pill of %s stays beside the title on a phone',
    { tags: 'extended' },
    async (lists) => {
      browsers.allowProblems(connectionErrors);
      const noa = await browsers.register('Noa', { viewport: { width: 360, height: 780 } });
      const { page, context, line } = noa;
      if (lists === 'several lists') await apiOf(browsers.server, noa).openList(noa.session.uid, 'Party');
      await page.goto('/grocery-list');
      const { box, add } = listOn(page);
      await page.getByText('Live', { exact: true }).waitFor();
      await atRest(page);
      const place = await topOf(box);
      await context.setOffline(true);
      await line.cut();
      await add('Apples');
      await page.getByText('1 change waiting').waitFor();
      expect(await topOf(box)).toBe(place);
      for (let n = 2; n <= 12; n++) await add(`Apples ${n}`);
      await page.getByText('12 changes waiting').waitFor();
      expect(await topOf(box)).toBe(place);
      expect(await topOf(page.getByText('12 changes waiting'))).toBeLessThan(place - 60);
      await line.restore();
      await context.setOffline(false);
      await page.getByText('Live', { exact: true }).waitFor();
    },
  );
});
