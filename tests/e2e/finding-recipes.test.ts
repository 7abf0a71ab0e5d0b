/** The page of results: words, filters, what is at hand, its address, a phone's sheet. */
import type { Locator } from 'playwright-core';
import { expect, test } from 'vitest';
import { apiOf } from '../support/api-of.ts';
import { atRest } from '../support/at-rest.ts';
import { type Browsers, logIn, type Person } from '../support/browsers.ts';
import { expectGoodLayout, longWord } from '../support/layout.ts';
import { recipesOn } from '../support/recipes.ts';
import { describeWith } from '../support/requirements.ts';
import { withOwnServer } from '../support/with-browsers.ts';

describeWith('chromium', 'finding recipes', (chromium) => {
  let browsers: Browsers;
  let mia: Person;

  withOwnServer(chromium, async (opened) => {
    browsers = opened;
    mia = await browsers.register('Mia');
    const api = apiOf(browsers.server, mia);
    const ingredients = [{ name: 'Eggs' }, { name: 'Rice' }, { name: 'Garlic' }];
    const fried = { type: 'image' as const, title: 'Fried rice', cuisine: 'Chinese', cookingTime: 20, ingredients };
    await api.likeRecipe((await api.publishRecipe(fried)).id);
    await api.publishRecipe({ type: 'image', title: `Garlic ${longWord}`, cuisine: 'Thai', ingredients: [] });
    await api.addGroceries({ name: 'Eggs' }, { name: 'Rice' });
  });

  test('opens with Enter, filters by address, and survives a reload and the way back', async () => {
    const { page } = mia;
    const { search, cards, card } = recipesOn(page);
    await page.goto('/');
    await search.fill('garlic');
    await search.press('Enter');
    await page.waitForURL('/search?q=garlic');
    await page.getByRole('heading', { name: 'Garlic', level: 1 }).waitFor();
    await expect.poll(() => page.title()).toBe('Garlic · Potluck');
    await expect.poll(() => search.inputValue()).toBe('garlic');
    await card('Bibimbap').waitFor();

    await page.getByRole('checkbox', { name: /^Chinese/ }).check();
    await page.getByRole('slider', { name: 'Time' }).press('Home');
    await page.getByText('No recipe meets all of that').waitFor();
    await page.getByRole('button', { name: 'Without “up to 10 min”: 2 recipes' }).click();
    await page.waitForURL('/search?q=garlic&cuisine=Chinese');
    await expect.poll(() => cards.count()).toBe(2);
    await page.getByRole('button', { name: /^Order/ }).click();
    await page.getByRole('menuitemradio', { name: 'Quickest' }).click();
    await page.waitForURL('/search?q=garlic&cuisine=Chinese&sort=quickest');
    await expect
      .poll(() => cards.allInnerTexts())
      .toEqual([expect.stringMatching(/^Fried/), expect.stringMatching(/^Mapo/)]);
    await page.reload();
    await card('Mapo Tofu').getByRole('link').click();
    await page.getByRole('heading', { name: 'Mapo Tofu', level: 1 }).waitFor();
    await page.goBack();
    await page.getByText('2 recipes', { exact: true }).waitFor();
    await page.getByRole('button', { name: 'Remove Chinese' }).click();
    await expect.poll(() => cards.count()).toBeGreaterThan(2);
    // The filters are not steps of the history.
    await page.goBack();
    await page.waitForURL('/');
  });

  test('says what can be cooked with what is at hand', async () => {
    const { page } = mia;
    const field = page.getByRole('combobox', { name: 'Ingredient at hand' });
    await page.goto('/');
    await page.getByRole('link', { name: 'What can I cook?' }).click();
    await page.getByRole('heading', { name: 'What can I cook?', level: 1 }).waitFor();
    await field.waitFor();
    await page.goto('/search?q=garlic');
    await page.getByRole('button', { name: 'Add', exact: true }).click();
    await field.fill('egg');
    await page.getByRole('option', { name: 'Eggs' }).click();
    await field.fill('rice, garlic');
    await field.press('Enter');
    await page.waitForURL(/atHand=Eggs&atHand=rice&atHand=garlic$/);
    await page.getByText(/, 1 can be cooked with what is at hand$/).waitFor();
    await expect.poll(() => recipesOn(page).card('Fried rice').innerText()).toContain('Everything at hand');
    await expect.poll(() => recipesOn(page).card('Mapo Tofu').innerText()).toMatch(/Needs \w+/);
    await page.getByRole('switch', { name: 'Only what I can cook' }).click();
    await expect.poll(() => recipesOn(page).cards.count()).toBe(1);
    await field.press('Escape');
    const add = page.getByRole('button', { name: 'Add', exact: true });
    await expect.poll(() => add.evaluate((button) => button === document.activeElement)).toBe(true);
    await page.getByRole('button', { name: 'Remove rice' }).click();
    await page.getByText('No recipe meets all of that').waitFor();
  });

  test('finds what the reader likes after they have logged in, and sorts by likes', async () => {
    const { page } = await browsers.visit('/search?q=garlic');
    const { cards, card } = recipesOn(page);
    await page.getByRole('switch', { name: 'Liked by me' }).click();
    await page.waitForURL('/login');
    await logIn(page, mia);
    await page.waitForURL('/search?q=garlic&liked=true');
    await page.getByText('1 recipe', { exact: true }).waitFor();
    await card('Fried rice').waitFor();
    await page.getByRole('button', { name: 'Remove Liked by me' }).click();
    await expect.poll(() => cards.count()).toBeGreaterThan(2);
    await page.getByRole('button', { name: /^Order/ }).click();
    await page.getByRole('menuitemradio', { name: 'Most liked' }).click();
    await page.waitForURL('/search?q=garlic&sort=mostLiked');
    await expect.poll(() => cards.first().innerText()).toMatch(/^Fried rice/);
  });

  test('has its filters in a sheet on a phone', async () => {
    const { page } = await browsers.visit('/search', { viewport: { width: 360, height: 780 } });
    await recipesOn(page).card('Bibimbap').waitFor();
    await page.getByRole('button', { name: 'Filters' }).click();
    const sheet = page.getByRole('dialog', { name: 'Filters' });
    await sheet.getByRole('checkbox', { name: /^Chinese/ }).check();
    await sheet.getByRole('button', { name: 'Show 3 recipes' }).click();
    await expect.poll(() => recipesOn(page).cards.count()).toBe(3);
    await expect.poll(() => page.getByRole('button', { name: 'Filters' }).innerText()).toMatch(/1$/);
    await page.getByRole('button', { name: 'Remove Chinese' }).click();
    await expect.poll(() => recipesOn(page).cards.count()).toBeGreaterThan(6);

    // Another search begins at its top.
    const scrolledBy = () => page.evaluate(() => window.scrollY);
    const { search, card } = recipesOn(page);
    await page.getByRole('button', { name: 'Search recipes' }).click();
    await search.fill('garlic');
    await page.evaluate(() => window.scrollTo(0, 300));
    await expect.poll(scrolledBy).toBeGreaterThan(200);
    await search.press('Enter');
    await card('Bibimbap').waitFor();
    await expect.poll(scrolledBy).toBe(0);
    await page.evaluate(() => window.scrollTo(0, 300));
    await expect.poll(scrolledBy).toBeGreaterThan(200);
  });

  test('has a good layout', { tags: 'extended' }, async () => {
    const { page } = mia;
    for (const path of [
      '/search?q=garlic&cuisine=Chinese&cuisine=Thai&atHand=eggs',
      '/search?q=qqqq&difficulty=Hard',
    ]) {
      await page.goto(path);
      await page
        .getByRole('status')
        .getByText(/recipes/)
        .waitFor();
      await atRest(page);
      await expectGoodLayout(page);
    }
    await page
      .getByRole('button', { name: /^Filters/ })
      .or(page.getByRole('button', { name: 'Add', exact: true }))
      .first()
      .click();
    await expectGoodLayout(page);
  });

  test('shows the failure of a further page at its place, and retries that page', { tags: 'extended' }, async () => {
    const noor = await browsers.register('Noor');
    const { publishRecipe } = apiOf(browsers.server, noor);
    for (let n = 1; n <= 25; n++) await publishRecipe({ type: 'image', title: `Batch ${n}` });
    const { uid } = noor.session;
    for (const path of [`/search?author=${uid}`, `/people/${uid}?show=recipes`]) {
      const { page } = await browsers.openVisitor();
      browsers.allowProblems(/status of 503/);
      let isDown = true;
      let firstPages = 0;
      await page.route(/api[/]recipes([/]find)?[?]/, (route) => {
        if (!route.request().url().includes('cursor=')) firstPages++;
        else if (isDown) return route.fulfill({ status: 503, json: {} });
        return route.continue();
      });
      await page.goto(path);
      const shown = page.getByText('Batch 6', { exact: true });
      await shown.scrollIntoViewIfNeeded();
      const alert = page.getByRole('alert');
      await alert.waitFor();
      expect(await alert.count()).toBe(1);
      const topOf = (element: Locator) => element.evaluate((box) => box.getBoundingClientRect().top);
      expect(await topOf(alert)).toBeGreaterThan(await topOf(shown));
      await atRest(page);
      isDown = false;
      firstPages = 0;
      await alert.getByRole('button', { name: 'Try again' }).click();
      await page.getByText('Batch 1', { exact: true }).waitFor();
      expect(firstPages).toBe(0);
    }
  });
});
