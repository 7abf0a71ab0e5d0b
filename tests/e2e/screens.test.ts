/** What all screens share, and their appearance: the bar, colours, columns, types of fields. */
import type { Locator, Page } from 'playwright-core';
import { describe, expect, test } from 'vitest';
import { apiOf } from '../support/api-of.ts';
import { atRest } from '../support/at-rest.ts';
import { type Browsers, connectionErrors, type Person } from '../support/browsers.ts';
import { listOn } from '../support/grocery-list.ts';
import { recipesOn, stubPlayers } from '../support/recipes.ts';
import { describeWith } from '../support/requirements.ts';
import { withOwnServer } from '../support/with-browsers.ts';

describeWith('chromium', 'screens', (chromium) => {
  let browsers: Browsers;
  let mia: Person;

  withOwnServer(chromium, async (opened) => {
    browsers = opened;
    mia = await browsers.register('Mia');
  });

  const styleOf = (element: Locator, property: string) =>
    element.evaluate((shown, name) => getComputedStyle(shown).getPropertyValue(name), property);
  const heading = (page: Page, name: string) => page.getByRole('heading', { name, level: 1 });

  test('close a menu and the suggestions of the search on a press anywhere else', async () => {
    const { page } = await browsers.signIn(mia);
    await page.goto('/profile');
    await heading(page, 'Profile').waitFor();
    const pressOutside = () => page.mouse.click(4, 400);
    const menu = page.getByRole('menu');
    await page.getByRole('button', { name: 'Mia' }).click();
    await menu.waitFor();
    await pressOutside();
    await menu.waitFor({ state: 'detached' });
    await page.getByRole('combobox', { name: 'Search recipes' }).fill('ramen');
    const suggestions = page.getByRole('listbox');
    await suggestions.getByRole('option').first().waitFor();
    await pressOutside();
    await suggestions.waitFor({ state: 'detached' });
  });

  test('have their paths and the same bar', async () => {
    const { page, close } = await browsers.openVisitor();
    for (const [path, title] of [
      ['/', 'Good food is better shared.'],
      ['/login', 'Welcome back'],
      ['/register', 'Create Account'],
      ['/playlists', 'My Playlists'],
    ] as const) {
      await page.goto(path);
      await heading(page, title).waitFor();
      await expect
        .poll(() => page.getByRole('banner').getByRole('link').allInnerTexts(), { message: path })
        .toEqual(['', 'Community', 'Log In', 'Sign Up']);
    }
    await close();

    const { id } = await apiOf(browsers.server, mia).publishRecipe({ type: 'image', title: 'Pretzels' });
    for (const [path, title] of [
      ['/', 'What are we cooking?'],
      [`/recipe/${id}`, 'Pretzels'],
      ['/create-recipe', 'Create Recipe'],
      ['/profile', 'Profile'],
      ['/playlists', 'My Playlists'],
      ['/grocery-list', 'Grocery List'],
      ['/meal-plan', 'Weekly Meal Plan'],
      ['/community', 'Community'],
      ['/community/new', 'Create a New Post'],
      ['/create-post', 'Create New Post'],
    ] as const) {
      await mia.page.goto(path);
      await heading(mia.page, title).waitFor();
      const bar = mia.page.getByRole('banner');
      await expect
        .poll(() => bar.getByRole('navigation', { name: 'Main' }).getByRole('link').allInnerTexts(), { message: path })
        .toEqual(['Grocery List', 'Meal Plan', 'Playlists', 'Community']);
      await bar.getByRole('link', { name: 'Create recipe' }).waitFor();
      await bar.getByRole('button', { name: 'Mia' }).waitFor();
    }
    await apiOf(browsers.server, mia).withdrawRecipe(id);
  });

  test('have coral actions and a teal focus on light grey, a rounded font and rounded corners', async () => {
    const { page } = await browsers.openVisitor({ colorScheme: 'light' });
    const [coral, teal, lightGrey] = ['rgb(207, 63, 40)', 'rgb(15, 118, 110)', 'rgb(245, 245, 243)'];
    await page.goto('/');
    const signUp = page.getByRole('link', { name: 'Sign Up' });
    await expect.poll(() => styleOf(signUp, 'background-color')).toBe(coral);
    await expect.poll(() => styleOf(signUp, 'border-radius')).toBe('999px');
    await expect.poll(() => styleOf(page.locator('body'), 'background-color')).toBe(lightGrey);
    await expect.poll(() => styleOf(page.locator('body'), 'font-family')).toMatch(/^"Nunito Variable"/);
    await expect.poll(() => page.evaluate(() => document.fonts.check('16px "Nunito Variable"'))).toBe(true);
    await expect.poll(() => styleOf(recipesOn(page).cards.first(), 'border-radius')).toBe('20px');
    await page.keyboard.press('Tab');
    await expect.poll(() => styleOf(page.locator(':focus-visible'), 'outline-color')).toBe(teal);
  });

  test('wait until the session is known', async () => {
    const { page, context } = await browsers.visit('/login');
    // A token without a user: only the identity service can determine the session.
    await page.evaluate(() => localStorage.setItem('token', 'left over'));
    const { promise: released, resolve: release } = Promise.withResolvers<void>();
    await context.route('**/api/config', async (route) => {
      await released;
      await route.fallback();
    });
    await page.goto('/');
    await page.locator('main [aria-busy=true]').first().waitFor();
    expect(await page.getByRole('heading').count()).toBe(0);
    await expect.poll(() => page.getByRole('banner').getByRole('link').allInnerTexts()).toEqual(['']);
    release();
    await heading(page, 'Good food is better shared.').waitFor();
    await page.getByRole('link', { name: 'Log In' }).waitFor();
  });

  test("show the user's photo, or the initial without a photo, or an icon without a name", async () => {
    const { page } = await browsers.openVisitor();
    const { token, user } = await mia.page.evaluate(() => ({ ...localStorage }));
    const avatarOf = async (change: object) => {
      await page.goto('/login');
      await page.evaluate(
        ([savedToken, savedUser]) => {
          localStorage.setItem('token', savedToken);
          localStorage.setItem('user', savedUser);
        },
        [String(token), JSON.stringify({ ...JSON.parse(String(user)), ...change })] as const,
      );
      // Without the identity service the stored session is used.
      await page.route('**/api/config', (route) => route.abort());
      await page.goto('/');
      return page.getByRole('banner').getByRole('button').last();
    };
    browsers.allowProblems(connectionErrors);
    browsers.allowProblems(/ERR_FAILED.*api[/]config/);
    browsers.allowProblems(/Failed to fetch/);
    const photoURL = '/art/greek-card-480.webp';
    const photo = (await avatarOf({ photoURL })).locator('img');
    await expect.poll(() => photo.getAttribute('src')).toBe(photoURL);
    await expect.poll(() => photo.evaluate((img: HTMLImageElement) => img.naturalWidth)).toBeGreaterThan(0);
    const unpictured = await avatarOf({});
    await expect.poll(() => unpictured.innerText()).toMatch(/^M\s+Mia$/);
    const nameless = await avatarOf({ displayName: '' });
    await expect.poll(() => nameless.innerText()).toBe('Profile');
    await expect.poll(() => nameless.locator('svg').count()).toBe(2);
  });

  describe('with recipes', () => {
    test('lay out cards in columns, with titles on one line, both players, and an icon for missing media', async () => {
      const { page, context } = await browsers.openVisitor({ viewport: { width: 1440, height: 2400 } });
      await stubPlayers(context, JSON.stringify({ event: 'initialDelivery' }));
      await context.route(/embed[/]IhwPQL9dFYc/, (route) => route.abort());
      browsers.allowProblems(/ERR_FAILED|ERR_BLOCKED_BY/);
      await page.goto('/');
      const { cards } = recipesOn(page);
      await cards.nth(9).waitFor();
      await atRest(page);
      const places = await cards.evaluateAll((all) => all.map((card) => card.getBoundingClientRect().toJSON()));
      const columns = Map.groupBy(places, ({ x }) => Math.round(x));
      expect(columns.size).toBe(4);
      // Masonry: the second cards start at different heights.
      const second = [...columns.values()].map(([, next]) => Math.round(next?.y));
      expect(new Set(second).size).toBeGreaterThan(1);
      const titles = () =>
        cards
          .getByRole('heading')
          .evaluateAll((all) => all.flatMap((line) => [...line.getClientRects()].map(({ height }) => height)));
      await expect.poll(titles).toEqual(Array.from({ length: places.length }, () => 24));
      await cards.locator('iframe[src*="youtube-nocookie.com/embed/LWuuCndtJr0"]').waitFor();
      await cards.locator('iframe[src*="tiktok.com/player/v1/6922938178559069446"]').waitFor();
      const unavailable = page.getByText('Media unavailable').locator('..');
      await unavailable.waitFor();
      await expect.poll(() => unavailable.locator('svg').count()).toBe(1);
    });

    test('lead home if a recipe cannot be loaded', async () => {
      browsers.allowProblems(/500.*api[/]recipes/);
      const { page, context } = await browsers.visit('/');
      await context.route(/[/]api[/]recipes[/][0-9a-f-]{36}$/, (route) => route.fulfill({ status: 500, body: '' }));
      const opened = page.waitForRequest(/[/]api[/]recipes[/][0-9a-f-]{36}$/);
      await recipesOn(page).card('Shoyu Ramen').getByRole('link').click();
      await opened;
      await page.waitForURL('/');
      await page.getByRole('alert').getByText('This recipe could not be loaded.').waitFor();
      await recipesOn(page).card('Shoyu Ramen').waitFor();
    });
  });

  describe('with forms', () => {
    /** The type of the field with this label. */
    const fieldTypeOf = (page: Page, label: string) =>
      page
        .getByLabel(label, { exact: true })
        .evaluate((field) => (field instanceof HTMLInputElement ? field.type : field.tagName.toLowerCase()));

    test('have fields of the right types', async () => {
      const { page, close } = await browsers.visit('/login');
      await page.getByRole('button', { name: 'Login' }).waitFor();
      expect([await fieldTypeOf(page, 'Email'), await fieldTypeOf(page, 'Password')]).toEqual(['email', 'password']);
      await page.goto('/register');
      await page.getByRole('button', { name: 'Sign Up' }).waitFor();
      const labels = ['Username', 'Email', 'Password', 'Confirm Password'];
      expect(await Promise.all(labels.map((label) => fieldTypeOf(page, label)))).toEqual([
        'text',
        'email',
        'password',
        'password',
      ]);
      for (const label of ['Username', 'Email', 'Password']) {
        await page.getByLabel(label, { exact: true }).fill('tom@example.org');
      }
      await page.getByRole('button', { name: 'Sign Up' }).click();
      await expect.poll(() => page.getByRole('alert').allInnerTexts()).toEqual(['Passwords do not match']);
      await close();

      await mia.page.goto('/create-recipe');
      const description = mia.page.getByLabel('Description');
      expect(await fieldTypeOf(mia.page, 'Description')).toBe('textarea');
      const lines = await description.evaluate((field) => {
        const { lineHeight, paddingTop, paddingBottom } = getComputedStyle(field);
        const inside = field.clientHeight - Number.parseFloat(paddingTop) - Number.parseFloat(paddingBottom);
        return Math.round(inside / Number.parseFloat(lineHeight));
      });
      expect(lines).toBe(3);
      expect(await fieldTypeOf(mia.page, 'Cooking Time (minutes)')).toBe('number');
      expect(await fieldTypeOf(mia.page, 'Servings')).toBe('number');
      for (const path of ['/create-post', '/community/new']) {
        await mia.page.goto(path);
        await mia.page.getByRole('button', { name: 'Create Post' }).waitFor();
        expect(await fieldTypeOf(mia.page, 'Content')).toBe('textarea');
      }
    });

    test('send a typed post once, and disable the button meanwhile', async () => {
      const { page } = mia;
      await page.goto('/community/new');
      await page.getByLabel('Title').fill('Just once');
      const { promise: released, resolve: release } = Promise.withResolvers<void>();
      let sent = 0;
      await page.route('**/api/community', async (route) => {
        if (route.request().method() === 'POST') sent++;
        await released;
        await route.fallback();
      });
      const create = page.getByRole('button', { name: 'Create Post' });
      await create.click();
      await expect.poll(() => create.isDisabled()).toBe(true);
      await create.click({ force: true });
      release();
      await page.getByRole('article', { name: 'Just once' }).waitFor();
      expect(sent).toBe(1);
      await page.unrouteAll();
    });
  });

  test('of the list and the plan are at most 800 px wide, and so is Clear List', async () => {
    const { page } = mia;
    await page.setViewportSize({ width: 1440, height: 900 });
    await apiOf(browsers.server, mia).addGroceries({ name: 'Milk' });
    await page.goto('/grocery-list');
    await listOn(page).item('Milk').waitFor();
    await atRest(page);
    const clear = page.getByRole('button', { name: 'Clear List' });
    expect((await clear.boundingBox())?.width).toBe(800);
    await page.goto('/meal-plan');
    const monday = page.getByRole('region', { name: 'Monday' });
    await monday.waitFor();
    await atRest(page);
    expect((await monday.boundingBox())?.width).toBe(800);
    await apiOf(browsers.server, mia).clearGroceries();
  });
});
