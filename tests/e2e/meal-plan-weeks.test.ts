/** The days and weeks that the meal plan shows, and copying a week. */
import { expect, test } from 'vitest';
import { daysAfter } from '../../server/core/contracts/week.ts';
import { apiOf } from '../support/api-of.ts';
import { atRest } from '../support/at-rest.ts';
import type { Browsers, Person } from '../support/browsers.ts';
import { focusedName } from '../support/focus.ts';
import { dishes, planOn, thisMonday } from '../support/meal-plan.ts';
import { describeWith } from '../support/requirements.ts';
import { withEmptyWeek } from '../support/with-phone-and-laptop.ts';

describeWith('chromium', 'the weeks of the meal plan', (chromium) => {
  let browsers: Browsers;
  let phone: Person;
  let laptop: Person;
  let phonePlan: ReturnType<typeof planOn>;
  let laptopPlan: ReturnType<typeof planOn>;

  withEmptyWeek(chromium, (opened) => {
    ({ browsers, phone, laptop, phonePlan, laptopPlan } = opened);
  });

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
});
