/** Moving and swapping meals of the meal plan: by pointer, finger and keyboard. */
import { expect, test } from 'vitest';
import { apiOf } from '../support/api-of.ts';
import type { Browsers, Person } from '../support/browsers.ts';
import { focusedName } from '../support/focus.ts';
import { dishes, type planOn } from '../support/meal-plan.ts';
import { describeWith } from '../support/requirements.ts';
import { withEmptyWeek } from '../support/with-phone-and-laptop.ts';

describeWith('chromium', 'moving meals', (chromium) => {
  let browsers: Browsers;
  let phone: Person;
  let laptop: Person;
  let phonePlan: ReturnType<typeof planOn>;
  let laptopPlan: ReturnType<typeof planOn>;

  withEmptyWeek(chromium, (opened) => {
    ({ browsers, phone, laptop, phonePlan, laptopPlan } = opened);
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
    await expect.poll(isAtEnd, { timeout: 50_000 }).toBe(true);
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
});
