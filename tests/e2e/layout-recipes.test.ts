/**
 * The layout of the recipe screens in every state: no overflow on a phone, and accessible.
 * @module-tag extended
 */

import { afterAll, beforeAll, expect, test } from 'vitest';
import { apiOf } from '../support/api-of.ts';
import { atRest } from '../support/at-rest.ts';
import type { Browsers, Person, Visitor } from '../support/browsers.ts';
import { undoOn } from '../support/held-changes.ts';
import { expectGoodLayout, expectGoodLayoutAt, longWord, widths } from '../support/layout.ts';
import { boxOf } from '../support/place.ts';
import { formOn, recipesOn } from '../support/recipes.ts';
import { describeWith } from '../support/requirements.ts';
import { withOwnServer } from '../support/with-browsers.ts';

describeWith('chromium', 'layout of recipes', (chromium) => {
  let browsers: Browsers;
  let visitor: Visitor;
  let mia: Person;

  withOwnServer(chromium, async (opened) => {
    browsers = opened;
    [visitor, mia] = await Promise.all([browsers.openVisitor(), browsers.register('Mia')]);
  });

  let address: string;

  beforeAll(async () => {
    const { id } = await apiOf(browsers.server, mia).publishRecipe({
      type: 'image',
      title: longWord.slice(0, 199),
      author: longWord.slice(0, 99),
      description: longWord,
      cuisine: longWord.slice(0, 49),
      difficulty: 'Hard',
      cookingTime: 10_080,
      servings: 1_000,
      imageUrl: `${browsers.server.address}/art/lost.webp`,
      ingredients: [
        { name: longWord, amount: '1 1/2', unit: longWord.slice(0, 39) },
        { name: 'Salt', amount: '', unit: '' },
      ],
      instructions: [longWord, 'Wait.'],
    });
    address = `/recipe/${id}`;
  });

  test('on the home page, with unavailable media', async () => {
    browsers.allowProblems(/404.*lost[.]webp/);
    const { page } = visitor;
    await page.setViewportSize({ width: 1440, height: 2400 });
    await page.goto('/');
    await page.getByText('Media unavailable').nth(3).waitFor();
    await expectGoodLayout(page);
  });

  test('on their own page, with its menu and messages', async () => {
    browsers.allowProblems(/404.*lost[.]webp/);
    const { page } = mia;
    await page.goto(address);
    const { selectAll, addToList, ingredient } = recipesOn(page);
    await selectAll.waitFor();
    await ingredient('Salt').uncheck();
    await expectGoodLayout(page);
    await selectAll.click();
    await selectAll.click();
    await page.getByText('Please select at least one ingredient').waitFor();
    await expectGoodLayout(page);
    await ingredient('Salt').check();
    await addToList.click();
    await page.getByText('Ingredients added to grocery list successfully!').waitFor();
    await expectGoodLayout(page);
    await page.getByRole('button', { name: 'Recipe options' }).click();
    await page.getByRole('menu').waitFor();
    await expectGoodLayout(page);
    await page.getByRole('menuitem', { name: 'Withdraw' }).click();
    await undoOn(page).waitFor();
    await expectGoodLayout(page);
    await undoOn(page).click();
    await visitor.page.goto(address);
    await recipesOn(visitor.page).addToList.click();
    await visitor.page.getByText('Please log in to add').waitFor();
    await expectGoodLayout(visitor.page);
    await apiOf(browsers.server, mia).clearGroceries();
  });

  test('keeps the heading of the ingredients visible above the message at the bottom of the viewport', async () => {
    const { page } = visitor;
    await page.setViewportSize({ width: 1024, height: 700 });
    await page.goto('/');
    await page.getByRole('link', { name: 'Greek Salad' }).click();
    const { addToList } = recipesOn(page);
    await addToList.click();
    const note = page.getByRole('status').filter({ hasText: 'Please log in to add' });
    await note.waitFor();
    const title = page.getByRole('heading', { name: 'Ingredients' });
    await atRest(page);
    await title.evaluate((element) => scrollBy(0, element.getBoundingClientRect().bottom - innerHeight + 60));
    const [titleBox, noteBox] = [await title.boundingBox(), await note.boundingBox()];
    expect(noteBox?.y).toBeGreaterThan((titleBox?.y ?? Number.NaN) + (titleBox?.height ?? Number.NaN));
  });

  test('with a video', async () => {
    const { page } = visitor;
    await page.goto('/');
    for (const title of ['Blueberry Pancakes with Maple Syrup', 'Baked Feta Pasta']) {
      await page.getByRole('link', { name: title }).click();
      await page.getByRole('heading', { name: title, level: 1 }).waitFor();
      await expectGoodLayout(page);
      await page.goto('/');
    }
  });

  test.each([
    ['Blueberry Pancakes with Maple Syrup', 360, 780],
    ['Blueberry Pancakes with Maple Syrup', 320, 568],
    ['Blueberry Pancakes with Maple Syrup', 720, 450],
    ['Baked Feta Pasta', 360, 780],
    ['Baked Feta Pasta', 320, 568],
    ['Baked Feta Pasta', 720, 450],
  ])(
    'the player of %s starts at the top of a viewport of %i × %i, clear of the back button',
    async (title, width, height) => {
      const { page } = visitor;
      await page.setViewportSize({ width, height });
      await page.goto('/');
      await page.getByRole('link', { name: title }).click();
      await page.getByRole('heading', { name: title, level: 1 }).waitFor();
      const player = await boxOf(page.getByTitle(title));
      const back = await boxOf(page.getByRole('button', { name: 'Back' }));
      expect(player.y).toBeLessThanOrEqual(12);
      const beside = back.x + back.width <= player.x;
      const below = back.y >= player.y + player.height;
      expect(beside || below, JSON.stringify({ player, back })).toBe(true);
      expect(back.y + back.height).toBeLessThan(height - 80);
      const titleBox = await boxOf(page.getByRole('heading', { name: title, level: 1 }));
      const overlap =
        back.x + back.width > titleBox.x && back.y + back.height > titleBox.y && back.y < titleBox.y + titleBox.height;
      expect(overlap, JSON.stringify({ titleBox, back })).toBe(false);
    },
  );

  // A window of 1440 × 900 at 200 %, one of 1280 × 720 at 200 %, and a phone in landscape.
  test.each([
    [720, 450],
    [640, 360],
    [780, 360],
  ])('a viewport of %i × %i shows the picture or player, and the title', async (width, height) => {
    const { page } = visitor;
    await page.setViewportSize({ width, height });
    for (const title of ['Greek Salad', 'Blueberry Pancakes with Maple Syrup', 'Baked Feta Pasta']) {
      await page.goto('/');
      await page.getByRole('link', { name: title }).click();
      const heading = page.getByRole('heading', { name: title, level: 1 });
      await heading.waitFor();
      const media = page.getByTitle(title).or(page.getByRole('main').getByRole('img', { name: title }));
      const titleBox = await boxOf(heading);
      expect((await boxOf(media)).height, title).toBeLessThanOrEqual(height * 0.8);
      // Leaves room for the bottom bar, and shows a line of the title.
      expect(titleBox.y + 40, title).toBeLessThanOrEqual(height - 80);
    }
  });

  test('in the form, with errors and filled in', async () => {
    browsers.allowProblems(/404.*lost[.]webp/);
    const { page } = mia;
    await page.goto('/create-recipe');
    await page.getByLabel('Servings').fill('0');
    await formOn(page).addIngredient('1 1/2', 'cups', longWord);
    await formOn(page).addStep(longWord);
    await formOn(page).create.click();
    await page.getByText('Title is required').waitFor();
    await expectGoodLayout(page);
    await page.goto(`${address}/edit`);
    await page.getByRole('heading', { name: 'Edit Recipe' }).waitFor();
    await expect.poll(() => page.getByLabel('Image URL').inputValue()).toBe('/art/lost.webp');
    await atRest(page);
    await expectGoodLayout(page);
  });

  test.each(widths)('in search results, at %i px', async (width) => {
    const { page } = visitor;
    await page.setViewportSize({ width, height: 900 });
    await page.goto('/community');
    if (width === 360) await page.getByRole('button', { name: 'Search recipes' }).click();
    const { search, suggestions } = recipesOn(page);
    for (const [query, result] of [
      ['rind', suggestions.first()],
      ['qqqq zzzz', page.getByText('No recipes found')],
    ] as const) {
      await search.fill(query);
      await result.waitFor();
      await expectGoodLayoutAt(page, width);
    }
  });

  afterAll(async () => {
    await Promise.all([visitor, mia].map(({ page }) => page.goto('/community')));
    await apiOf(browsers.server, mia).withdrawRecipe(address.replace('/recipe/', ''));
  });
});
