/** A recipe in the amounts of the cook, and its steps one at a time, with timers. */
import type { Locator, Page } from 'playwright-core';
import { beforeEach, expect, test } from 'vitest';
import { apiOf } from '../support/api-of.ts';
import { atRest, fastForward } from '../support/at-rest.ts';
import { type Browsers, connectionErrors, type Person } from '../support/browsers.ts';
import { focusedName } from '../support/focus.ts';
import { listOn } from '../support/grocery-list.ts';
import { expectGoodLayout } from '../support/layout.ts';
import { recipesOn } from '../support/recipes.ts';
import { describeWith } from '../support/requirements.ts';
import { withBrowsers } from '../support/with-browsers.ts';

const instructions = [
  'Simmer the pork belly in the stock for 30-40 minutes.',
  'Boil the eggs for 6½ minutes. Cool them, and lay them in the soy sauce for 1 hour 30 minutes.',
  'Arrange everything in bowls.',
];

const noodles = {
  type: 'image' as const,
  title: 'Kitchen noodles',
  servings: 2,
  ingredients: [
    { name: 'Chicken stock', amount: '1', unit: 'l' },
    { name: 'Soy sauce', amount: '4', unit: 'tbsp' },
    { name: 'Pork belly, rolled', amount: '300', unit: 'g' },
    { name: 'Eggs', amount: '3', unit: '' },
    { name: 'Flour', amount: '1', unit: 'cup' },
    { name: 'Salt', amount: 'some', unit: '' },
  ],
  instructions,
};

const cookingOn = (page: Page) => ({
  step: (number: number) => page.getByRole('region', { name: `Step ${number}` }),
  next: page.getByRole('button', { name: 'Next step' }),
  previous: page.getByRole('button', { name: 'Previous step' }),
  finish: page.getByRole('button', { name: 'Finish' }),
  start: (text: string) => page.getByRole('button', { name: `${text}: start timer` }),
  timers: page.getByRole('timer'),
  ingredients: page.getByRole('region', { name: 'Ingredients of this step' }).getByRole('listitem'),
  servings: page.getByRole('group', { name: 'Servings' }),
});

/** Swipes with a finger, to the left if `px` is negative. */
async function swipe(element: Locator, px: number): Promise<void> {
  const finger = { pointerType: 'touch', isPrimary: true, clientY: 200 };
  await element.dispatchEvent('pointerdown', { ...finger, clientX: 180 });
  await element.dispatchEvent('pointerup', { ...finger, clientX: 180 + px });
}

/** In minutes that have begun: the clock runs on while the page loads. */
const minutesLeft = async (timers: Locator): Promise<number[]> =>
  (await timers.allInnerTexts()).map((text) => {
    const seconds = text.split(':').reduce((sum, part) => sum * 60 + Number(part), 0);
    return Math.ceil(seconds / 60);
  });

/** Starts to count the vibrations of a page. Returns a function that gives their number since its last call. */
async function countVibrations(page: Page): Promise<() => Promise<number>> {
  await page.evaluate(() => {
    navigator.vibrate = (pattern) => {
      const counted = document.documentElement.getAttribute('data-vibrations') ?? '';
      if (pattern !== 0) document.documentElement.setAttribute('data-vibrations', `${counted}.`);
      return true;
    };
  });
  return () =>
    page.evaluate(() => {
      const counted = document.documentElement.getAttribute('data-vibrations') ?? '';
      document.documentElement.removeAttribute('data-vibrations');
      return counted.length;
    });
}

describeWith('chromium', 'cooking', (chromium) => {
  let browsers: Browsers;
  let mia: Person;
  let path: string;

  withBrowsers(chromium, async (opened) => {
    browsers = opened;
    mia = await browsers.register('Mia');
    path = `/recipe/${(await apiOf(browsers.server, mia).publishRecipe(noodles)).id}`;
  });

  beforeEach(() =>
    mia.page
      .evaluate(() =>
        Object.keys(localStorage).map((key) => key.startsWith('potluck.') && localStorage.removeItem(key)),
      )
      .catch(() => undefined),
  );

  const amountsOn = (page: Page) =>
    page
      .getByRole('checkbox')
      .evaluateAll((boxes) => boxes.slice(1).map((box) => box.closest('label')?.innerText.replace(/\s+/g, ' ')));

  test('scales the ingredients, in metric or US units, and adds them to the list as they are shown', async () => {
    const { page } = mia;
    await page.goto(path);
    const { servings } = cookingOn(page);
    await servings.getByText('2', { exact: true }).waitFor();
    await servings.getByRole('button', { name: 'One more' }).click();
    await servings.getByText('Written for 2').waitFor();
    const scaled = ['Chicken stock 1½ l', 'Soy sauce 6 tbsp', 'Pork belly, rolled 450 g', 'Eggs 4½'];
    await expect.poll(() => amountsOn(page)).toEqual([...scaled, 'Flour 1½ cups', 'Salt some']);
    const units = page.getByRole('group', { name: 'Units' });
    await units.getByRole('button', { name: 'US' }).click();
    await expect.poll(() => amountsOn(page)).toContain('Pork belly, rolled 1 lb');
    await page.reload();
    await expect.poll(() => amountsOn(page)).toContain('Pork belly, rolled 1 lb');
    await units.getByRole('button', { name: 'Metric' }).click();
    await expect.poll(() => amountsOn(page)).toEqual([...scaled, 'Flour 350 ml', 'Salt some']);
    await recipesOn(page).addToList.click();
    await page.getByText('Ingredients added to grocery list successfully!').waitFor();
    await page.goto('/grocery-list');
    await expect.poll(() => listOn(page).item('Chicken stock').innerText()).toContain('1.5 l');
    await expect.poll(() => listOn(page).item('Eggs').innerText()).toContain('4 1/2');
    await expect.poll(() => listOn(page).item('Flour').innerText()).toContain('350 ml');
    await apiOf(browsers.server, mia).clearGroceries();
  });

  test('goes through the steps by button, key and swipe, with the ingredients that they name', async () => {
    const { page } = mia;
    await page.goto(path);
    await cookingOn(page).servings.getByRole('button', { name: 'One more' }).click();
    await page.getByRole('link', { name: 'Cook' }).click();
    const { step, next, previous, finish, ingredients } = cookingOn(page);
    await step(1).getByText('Simmer the pork belly').waitFor();
    expect(await previous.isDisabled()).toBe(true);
    const texts = async () => (await ingredients.allInnerTexts()).map((text) => text.replace(/\s+/g, ' '));
    expect(await texts()).toEqual(['Chicken stock 1½ l', 'Pork belly, rolled 450 g']);
    await next.click();
    await page.getByText('Step 2 of 3').waitFor();
    expect(await texts()).toEqual(['Soy sauce 6 tbsp', 'Eggs 4½']);
    await page.keyboard.press('ArrowRight');
    await step(3).waitFor();
    await page.keyboard.press('ArrowLeft');
    await step(2).waitFor();
    await swipe(step(2), -120);
    await step(3).waitFor();
    await swipe(step(3), 120);
    await step(2).waitFor();
    await page.reload();
    await step(2).waitFor();
    await page.getByRole('button', { name: 'All steps and ingredients' }).click();
    await page
      .getByRole('dialog')
      .getByRole('button', { name: /Arrange everything/ })
      .click();
    await step(3).waitFor();
    await finish.click();
    await page.waitForURL(path);
    await page.getByRole('link', { name: 'Cook' }).click();
    await step(1).waitFor();
  });

  test('runs several timers through a reload, and rings until they are stopped', async () => {
    const { page } = mia;
    await page.clock.install();
    const other = await page.context().newPage();
    await Promise.all([page.goto(`${path}/cook`), other.goto('/community')]);
    await atRest(other);
    const vibrations = await countVibrations(other);
    const { start, next, timers } = cookingOn(page);
    await start('30-40 minutes').click();
    await next.click();
    await start('6½ minutes').click();
    await start('1 hour 30 minutes').click();
    await fastForward(page, '01:00');
    await expect.poll(() => minutesLeft(timers)).toEqual([29, 6, 89]);
    await page.getByRole('button', { name: 'Pause: Pork belly' }).press('Enter');
    const goOn = page.getByRole('button', { name: 'Go on: Pork belly' });
    await expect.poll(() => goOn.evaluate((button) => button === document.activeElement)).toBe(true);
    await page.getByRole('button', { name: '+1 min: Soy sauce' }).click();
    await page.reload();
    await fastForward(page, '01:00');
    await expect.poll(() => minutesLeft(timers)).toEqual([29, 5, 89]);
    await fastForward(page, '04:30');
    await page.getByRole('alert').getByText('Eggs are done').waitFor();
    // Another screen shows none that run, but those that ring, also in a tab that was open before they were started.
    await other.getByRole('alert').getByText('Eggs are done').waitFor();
    await expect.poll(vibrations).toBeGreaterThan(0);
    await page.getByRole('button', { name: 'Stop: Eggs' }).click();
    await expect.poll(() => other.getByRole('alert').count()).toBe(0);
    await goOn.click();
    // While the device sleeps, its clock goes on, but no time-out of the page.
    await atRest(page);
    await atRest(other);
    await page.clock.setSystemTime((await page.evaluate(() => Date.now())) + 29 * 60_000);
    const ringing = other.getByRole('alert').getByRole('link');
    await expect.poll(() => ringing.allInnerTexts()).toEqual(['Pork belly is done']);
    // A timer that nobody stops becomes silent. The next one rings nevertheless.
    await fastForward(page, '05:30');
    await vibrations();
    await fastForward(page, '00:30');
    expect(await vibrations()).toBe(0);
    await fastForward(page, '51:00');
    await expect.poll(() => ringing.count()).toBe(2);
    await expect.poll(vibrations).toBeGreaterThan(0);
    await ringing.filter({ hasText: 'Pork belly is done' }).click();
    await other.waitForURL(`${path}/cook`);
    await other.getByRole('alert').getByText('Pork belly is done').waitFor();
    await other.close();
  });

  test('keeps the keyboard focus where timers ring, are stopped and are removed', async () => {
    const { page } = mia;
    await page.clock.install();
    await page.goto(`${path}/cook`);
    const { start, next, step } = cookingOn(page);
    const expectFocus = (name: string) => expect.poll(() => focusedName(page)).toBe(name);
    await start('30-40 minutes').click();
    await next.click();
    await start('1 hour 30 minutes').click();
    await start('6½ minutes').click();
    await page.getByRole('button', { name: 'Pause: Eggs' }).focus();
    await fastForward(page, '06:30');
    await expectFocus('Stop: Eggs');
    await page.getByRole('button', { name: '+1 min: Eggs' }).press('Enter');
    await expectFocus('Pause: Eggs');
    await fastForward(page, '01:00');
    await page.getByRole('button', { name: 'Stop: Eggs' }).press('Enter');
    await expectFocus('Pause: Pork belly');
    await page.keyboard.press('Enter');
    await page.getByRole('button', { name: 'Remove: Pork belly' }).press('Enter');
    await expectFocus('Pause: Soy sauce');
    await page.keyboard.press('Enter');
    await page.getByRole('button', { name: 'Remove: Soy sauce' }).press('Enter');
    await expectFocus('1 hour 30 minutes: start timer');
    // What was stopped does not move the focus any more.
    await page.keyboard.press('Enter');
    await page.keyboard.press('ArrowRight');
    await step(3).waitFor();
    expect(await focusedName(page)).not.toContain('Pause');
  });

  test('opens without a connection at the step where one was', { tags: 'extended' }, async () => {
    browsers.allowProblems(connectionErrors);
    // The session is confirmed later, and pictures that were not shown before are missing.
    browsers.allowProblems(/Uncaught TypeError: Failed to fetch|ERR_FAILED.*[/]art[/]/);
    const { page, line } = await browsers.signIn(mia, { serviceWorkers: 'allow' });
    await page.goto(`${path}/cook`);
    await cookingOn(page).next.click();
    await cookingOn(page).step(2).waitFor();
    await page.evaluate(() => navigator.serviceWorker.ready);
    await atRest(page);
    await line.cut();
    await page.reload();
    await cookingOn(page).step(2).getByText('Boil the eggs').waitFor();
    await page.goto(path);
    await page.getByRole('heading', { name: 'Kitchen noodles' }).waitFor();
    await page.goto('/recipe/0192d3a4-0000-7000-8000-000000000000');
    await page.getByRole('link', { name: 'Kitchen noodles' }).waitFor();
    await line.restore();
  });

  test('fits on a phone and a desktop, with timers that run and one that rings', { tags: 'extended' }, async () => {
    const { page } = mia;
    await page.clock.install();
    await page.goto(path);
    await cookingOn(page).servings.getByRole('button', { name: 'One more' }).click();
    await expectGoodLayout(page);
    await page.goto(`${path}/cook`);
    const { start, next } = cookingOn(page);
    await start('30-40 minutes').click();
    await next.click();
    await start('6½ minutes').click();
    await expectGoodLayout(page);
    await fastForward(page, '06:30');
    await page.getByRole('alert').waitFor();
    await start('1 hour 30 minutes').click();
    await expectGoodLayout(page);
    await page.getByRole('button', { name: 'All steps and ingredients' }).click();
    await page.getByRole('dialog').waitFor();
    await expectGoodLayout(page);
  });
});
