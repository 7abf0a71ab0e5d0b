/** Writing a recipe: pasted lists, the order of entries, and leaving the form. */

import type { Page } from 'playwright-core';
import { expect, test } from 'vitest';
import { atRest } from '../support/at-rest.ts';
import type { Browsers, Person } from '../support/browsers.ts';
import { focusedName } from '../support/focus.ts';
import { undoOn } from '../support/held-changes.ts';
import { boxOf } from '../support/place.ts';
import { formOn } from '../support/recipes.ts';
import { describeWith } from '../support/requirements.ts';
import { textsOf } from '../support/texts.ts';
import { withOwnServer } from '../support/with-browsers.ts';

/** Pastes a text into the focused field. */
const paste = (page: Page, text: string) =>
  page.evaluate((pasted) => {
    const clipboardData = new DataTransfer();
    clipboardData.setData('text/plain', pasted);
    const event = new ClipboardEvent('paste', { clipboardData, bubbles: true, cancelable: true });
    document.activeElement?.dispatchEvent(event);
  }, text);

describeWith('chromium', 'writing a recipe', (chromium) => {
  let browsers: Browsers;
  let mia: Person;

  withOwnServer(chromium, async (opened) => {
    browsers = opened;
    mia = await browsers.register('Mia');
  });

  const openForm = async () => {
    const { page } = await browsers.signIn(mia);
    await page.goto('/create-recipe');
    await formOn(page).create.waitFor();
    await atRest(page);
    return { page, ...formOn(page) };
  };

  test('adds each line of a pasted list, which can be undone', async () => {
    const { page, title, ingredients, steps } = await openForm();
    await page.getByLabel('Ingredient', { exact: true }).focus();
    await paste(page, '• 250 g flour\n• ½ tsp salt\n• pepper');
    await expect.poll(() => textsOf(ingredients)).toEqual(['flour 250 g', 'salt 1/2 tsp', 'pepper']);
    await page
      .getByRole('status')
      .filter({ hasText: 'Added 3 ingredients' })
      .getByRole('button', { name: 'Undo' })
      .click();
    await expect.poll(() => ingredients.count()).toBe(0);
    await page.getByLabel('Amount').focus();
    await paste(page, 'Bread\nIngredients\n250 g flour\nMethod\n1. Mix.\n2. Bake.');
    await expect
      .poll(async () => [await title.inputValue(), await ingredients.count(), await steps.count()])
      .toEqual(['Bread', 1, 2]);
  });

  test('moves entries by keyboard and by dragging, whatever their heights', async () => {
    const { page, ingredients, steps, addIngredient, addStep } = await openForm();
    for (const name of ['Flour', 'Salt', 'Oil']) await addIngredient('1', 'g', name);
    const names = async () => (await textsOf(ingredients)).map((line) => line.split(' ')[0]);
    await page.getByRole('button', { name: 'Move Oil', exact: true }).press('Home');
    await expect.poll(names).toEqual(['Oil', 'Flour', 'Salt']);
    await page.keyboard.press('ArrowDown');
    await expect
      .poll(async () => [...(await names()), await focusedName(page)])
      .toEqual(['Flour', 'Oil', 'Salt', 'Move Oil']);
    await page.getByRole('status').getByText('Oil, 2 of 3').waitFor({ state: 'attached' });

    for (const step of ['Mix.', `Knead. ${'Again. '.repeat(60)}`, 'Bake.']) await addStep(step);
    const [grip, last] = await Promise.all(
      ['Move step 1', 'Move step 3'].map((name) => boxOf(page.getByRole('button', { name, exact: true }))),
    );
    if (!grip || !last) throw new Error('The steps are not shown');
    await page.mouse.move(grip.x + 20, grip.y + 20);
    await page.mouse.down();
    await page.mouse.move(grip.x + 20, grip.y + 60, { steps: 3 });
    await page.mouse.move(last.x + 20, last.y + 20, { steps: 5 });
    await page.mouse.up();
    await expect
      .poll(async () => (await textsOf(steps)).map((line) => line.slice(0, 7)))
      .toEqual(['1 Knead', '2 Bake.', '3 Mix.']);
  });

  test('gives back what was discarded, and opens the new recipe after Create', {
    tags: 'extended',
  }, async () => {
    const { page, title, create } = await openForm();
    await title.fill('Soup');
    const cancel = page.getByRole('button', { name: 'Cancel' });
    await cancel.click();
    await page.waitForURL((url) => url.pathname !== '/create-recipe');
    await undoOn(page).click();
    await page.waitForURL('/create-recipe');
    await expect.poll(() => title.inputValue()).toBe('Soup');
    await page.getByRole('button', { name: 'Preview' }).click();
    const preview = page.getByRole('dialog', { name: 'Soup' });
    await preview.getByText('By Mia').waitFor();
    await preview.getByRole('button', { name: 'Keep writing' }).click();
    await cancel.click();
    await page.waitForURL((url) => url.pathname !== '/create-recipe');
    await page.goto('/create-recipe');
    await expect.poll(() => title.inputValue()).toBe('');
    await cancel.click();
    await page.waitForURL((url) => url.pathname !== '/create-recipe');
    await page.goto('/create-recipe');
    await title.fill('Leek soup');
    await create.click();
    await page.getByRole('heading', { name: 'Leek soup', level: 1 }).waitFor();
    expect(new URL(page.url()).pathname).toMatch(/^[/]recipe[/]/);
  });
});
