/** Every screen in every state: fits a phone, stands still while it loads, weighs little, and is there for everybody. */
import type { Page } from 'playwright-core';
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import { accessibilityFindings, stickingOut } from '../support/accessibility.ts';
import { apiOf } from '../support/api-of.ts';
import { atRest } from '../support/at-rest.ts';
import { feedOn } from '../support/feed.ts';
import { listOn } from '../support/grocery-list.ts';
import { type Household, logIn, noConnection, openHousehold, type Person, type Visitor } from '../support/household.ts';
import { dishes, planOn, servesDishes } from '../support/meal-plan.ts';
import { topOf } from '../support/place.ts';
import { formOn, recipesOn } from '../support/recipes.ts';
import { describeWith } from '../support/requirements.ts';

const widths = [360, 1440];

describeWith('chromium', 'layout', (chromium) => {
  let household: Household;
  let visitor: Visitor;
  let mia: Person;

  const calm = { reducedMotion: 'reduce' } as const;

  const looksRightAt = async (page: Page, width: number) => {
    await page.setViewportSize({ width, height: 900 });
    expect(await stickingOut(page), `at ${width}`).toEqual([]);
    await page.emulateMedia({ colorScheme: 'light' });
    expect(await accessibilityFindings(page), `light at ${width}`).toEqual([]);
    await page.emulateMedia({ colorScheme: 'dark' });
    expect(await accessibilityFindings(page, ['color-contrast']), `dark at ${width}`).toEqual([]);
  };

  const looksRight = async (page: Page) => {
    for (const width of widths) await looksRightAt(page, width);
  };

  beforeAll(async () => {
    household = await openHousehold(chromium);
    [visitor, mia] = await Promise.all([household.visitor(calm), household.register('Mia', calm)]);
  });

  afterEach(async () => {
    expect(await household.settle()).toEqual([]);
  });

  afterAll(() => household?.close());

  // Made by a library, whose controls are as they are; its colours and its place are ours, and so is the policy.
  test('the page about the API, with a call of it open', async () => {
    const { page } = visitor;
    await page.goto('/api/docs');
    await page.getByText('Publish a post', { exact: true }).click();
    await page.getByText('The post as it is published').waitFor();
    expect(await page.title()).toBe('Potluck API');
    for (const width of widths) {
      await page.setViewportSize({ width, height: 900 });
      expect(await stickingOut(page), `at ${width}`).toEqual([]);
    }
    for (const colorScheme of ['light', 'dark'] as const) {
      await page.emulateMedia({ colorScheme });
      expect(await accessibilityFindings(page, ['color-contrast']), colorScheme).toEqual([]);
    }
  });

  describe('with nothing in it yet', () => {
    test.each([
      ['/', 'Good food is better shared.'],
      ['/community', 'No posts yet'],
      ['/grocery-list', 'Please log in to view your grocery list'],
      ['/login', 'Welcome back'],
      ['/register', 'Create Account'],
      ['/nowhere', 'Page not found'],
    ])('%s for a visitor', async (path, words) => {
      household.expects(/404.*nowhere/);
      await visitor.page.goto(path);
      await visitor.page.getByText(words).waitFor();
      await looksRight(visitor.page);
    });

    test.each([
      ['/', 'What are we cooking?'],
      ['/community', 'No posts yet'],
      ['/grocery-list', 'Your grocery list is empty'],
      ['/create-recipe', 'Recipe Type'],
      ['/meal-plan', 'Weekly Meal Plan'],
      ['/create-post', 'Create New Post'],
      ['/community/new', 'Create a New Post'],
    ])('%s for a user', async (path, words) => {
      await mia.page.goto(path);
      await mia.page.getByText(words).waitFor();
      await looksRight(mia.page);
    });
  });

  describe('forms that are not right', () => {
    test('logging in', async () => {
      household.expects(/400.*signInWithPassword/);
      const { page } = visitor;
      await page.goto('/login');
      await page.getByRole('button', { name: 'Login' }).click();
      await page.getByText('Enter your email').waitFor();
      await looksRight(page);
      await page.getByLabel('Email').fill(mia.email);
      await page.getByLabel('Password', { exact: true }).fill('pepper');
      await page.getByRole('button', { name: 'Login' }).click();
      await page.getByText('Email or password is not right.').waitFor();
      await page.getByRole('button', { name: 'Show password' }).click();
      await looksRight(page);
    });

    test.each(widths)(
      'what they say at %i px moves nothing above it, nor the button of the next try',
      async (width) => {
        household.expects(/400.*signInWithPassword/);
        const { page, line } = visitor;
        await page.setViewportSize({ width, height: 900 });
        await page.goto('/login');
        const [email, login] = [page.getByLabel('Email'), page.getByRole('button', { name: /^Log(in|ging in...)$/ })];
        const place = await topOf(email);
        await login.click();
        await page.getByText('Enter your password').waitFor();
        expect(await topOf(email)).toBe(place);
        await logIn(page, { email: mia.email, password: 'pepper' });
        await page.getByText('Email or password is not right.').waitFor();
        expect(await topOf(email)).toBe(place);
        const next = await topOf(login);
        line.hold();
        await login.click();
        await page.getByText('Logging in...').waitFor();
        expect(await topOf(login)).toBe(next);
        line.release();
        await page.getByRole('button', { name: 'Login', exact: true }).waitFor();
      },
    );

    test('signing up', async () => {
      const { page } = visitor;
      await page.goto('/register');
      await page.getByLabel('Confirm Password').fill('salt');
      await page.getByRole('button', { name: 'Sign Up' }).click();
      await page.getByText('Passwords do not match').waitFor();
      await looksRight(page);
    });

    test('a post of each type', async () => {
      household.expects(/422.*api[/]community/);
      const { page } = mia;
      await page.goto('/community/new');
      await page.getByRole('button', { name: 'Create Post' }).click();
      await page.getByText('Title is required').waitFor();
      await page.getByLabel('Type').selectOption('video');
      await looksRight(page);
      await page.getByLabel('Title').fill('A picture');
      await page.getByLabel('Type').selectOption('Image');
      await page.getByRole('button', { name: 'Create Post' }).click();
      await page.getByText('Image URL must be the address').waitFor();
      await looksRight(page);
      await page.getByRole('link', { name: 'Cancel' }).click();
    });
  });

  const unbroken = 'Rindfleischetikettierungsueberwachungsaufgabenuebertragungsgesetz'.repeat(2);

  describe('recipes', () => {
    let address: string;

    beforeAll(async () => {
      const { id } = await apiOf(household.server, mia).publishRecipe({
        type: 'image',
        title: unbroken.slice(0, 199),
        author: unbroken.slice(0, 99),
        description: unbroken,
        cuisine: unbroken.slice(0, 49),
        difficulty: 'Hard',
        cookingTime: 10_080,
        servings: 1_000,
        imageUrl: `${household.server.address}/art/lost.webp`,
        ingredients: [
          { name: unbroken, amount: '1 1/2', unit: unbroken.slice(0, 39) },
          { name: 'Salt', amount: '', unit: '' },
        ],
        instructions: [unbroken, 'Wait.'],
      });
      address = `/recipe/${id}`;
    });

    test('on the home page, with what cannot be shown', async () => {
      household.expects(/404.*lost[.]webp/);
      const { page } = visitor;
      await page.setViewportSize({ width: 1440, height: 2400 });
      await page.goto('/');
      await page.getByText('Media unavailable').nth(3).waitFor();
      await looksRight(page);
    });

    test('of their own page, its menu, and what it says', async () => {
      household.expects(/404.*lost[.]webp/);
      const { page } = mia;
      await page.goto(address);
      const { selectAll, addToList, ingredient } = recipesOn(page);
      await selectAll.waitFor();
      await ingredient('Salt').uncheck();
      await looksRight(page);
      await selectAll.click();
      await selectAll.click();
      await page.getByText('Please select at least one ingredient').waitFor();
      await looksRight(page);
      await ingredient('Salt').check();
      await addToList.click();
      await page.getByText('Ingredients added to grocery list successfully!').waitFor();
      await looksRight(page);
      await page.getByRole('button', { name: 'Recipe options' }).click();
      await page.getByRole('menu').waitFor();
      await looksRight(page);
      await page.getByRole('menuitem', { name: 'Withdraw' }).click();
      await page.getByRole('dialog').waitFor();
      await looksRight(page);
      await page.keyboard.press('Escape');
      await visitor.page.goto(address);
      await recipesOn(visitor.page).addToList.click();
      await visitor.page.getByText('Please log in to add').waitFor();
      await looksRight(visitor.page);
      await apiOf(household.server, mia).clearGroceries();
    });

    test('of a video', async () => {
      const { page } = visitor;
      await page.goto('/');
      for (const title of ['Blueberry Pancakes with Maple Syrup', 'Baked Feta Pasta']) {
        await page.getByRole('link', { name: title }).click();
        await page.getByRole('heading', { name: title, level: 1 }).waitFor();
        await looksRight(page);
        await page.goto('/');
      }
    });

    test('in the form, wrong and right', async () => {
      const { page } = mia;
      await page.goto('/create-recipe');
      await page.getByLabel('Servings').fill('0');
      await formOn(page).addIngredient('1 1/2', 'cups', unbroken);
      await formOn(page).addStep(unbroken);
      await formOn(page).create.click();
      await page.getByText('Title is required').waitFor();
      await looksRight(page);
      await page.goto(`${address}/edit`);
      await page.getByRole('heading', { name: 'Edit Recipe' }).waitFor();
      await looksRight(page);
    });

    test.each(widths)('that were searched for, at %i px', async (width) => {
      const { page } = visitor;
      await page.setViewportSize({ width, height: 900 });
      await page.goto('/community');
      if (width === 360) await page.getByRole('button', { name: 'Search recipes' }).click();
      const { search, suggestions } = recipesOn(page);
      for (const [words, answer] of [
        ['rind', suggestions.first()],
        ['qqqq zzzz', page.getByText('No recipes found')],
      ] as const) {
        await search.fill(words);
        await answer.waitFor();
        await looksRightAt(page, width);
      }
    });

    afterAll(async () => {
      await Promise.all([visitor, mia].map(({ page }) => page.goto('/community')));
      await apiOf(household.server, mia).withdrawRecipe(address.replace('/recipe/', ''));
    });
  });

  describe('the feed', () => {
    const picture = () => `${household.server.address}/art/greek-card-960.webp`;

    beforeAll(async () => {
      const api = apiOf(household.server, mia);
      await api.publish({ title: unbroken, content: `https://example.org/${unbroken}\n${'And on. '.repeat(300)}` });
      await api.publish({ title: 'Kneading', type: 'youtube', youtubeUrl: 'https://youtu.be/dQw4w9WgXcQ' });
      await api.publish({ title: 'Lost', type: 'image', imageUrl: `${household.server.address}/art/lost.webp` });
      const { id } = await api.publish({ title: 'Salad', content: 'Feta.', type: 'image', imageUrl: picture() });
      await api.like(id);
      for (let n = 0; n < 24; n++) await api.comment(id, n === 23 ? unbroken : `Remark ${n}`);
    });

    const open = async ({ page }: Visitor) => {
      household.expects(/404.*lost[.]webp/);
      await page.goto('/community');
      await feedOn(page).post('Salad').card.waitFor();
    };

    test('with all kinds of posts', async () => {
      await open(visitor);
      await looksRight(visitor.page);
      await open(mia);
      const { post } = feedOn(mia.page);
      await post('Salad').olderComments.click();
      await post(unbroken).card.scrollIntoViewIfNeeded();
      await post('Lost').card.getByText('Media unavailable').waitFor();
      await post(unbroken).card.getByRole('button', { name: 'Show more' }).click();
      await looksRight(mia.page);
    });

    test('with its pill, its menus and its dialogs', async () => {
      await open(mia);
      const { page } = mia;
      const { post, pill } = feedOn(page);
      const other = await household.another(mia);
      await apiOf(household.server, other).publish({ title: 'Later' });
      await pill.waitFor();
      await page.getByRole('button', { name: 'Mia' }).click();
      await page.getByRole('menu').waitFor();
      await looksRight(page);
      await page.keyboard.press('Escape');
      await post('Salad').card.getByRole('button', { name: 'Post options' }).click();
      await page.getByRole('menu').waitFor();
      await looksRight(page);
      await page.getByRole('menuitem', { name: 'Edit' }).click();
      await page.getByRole('dialog').waitFor();
      await looksRight(page);
      await page.keyboard.press('Escape');
      await post('Salad').choose('Delete');
      await page.getByRole('dialog').waitFor();
      await looksRight(page);
      await page.keyboard.press('Escape');
      await other.leave();
    });

    test('loading, failing, and taking a change back', async () => {
      household.expects(noConnection);
      household.expects(/Failed to fetch dynamically/);
      const { page, line } = mia;
      await open(mia);
      await page.goto('/');
      await page.getByRole('navigation').getByRole('link', { name: 'Community' }).hover();
      await atRest(page);
      line.hold();
      await page.getByRole('navigation').getByRole('link', { name: 'Community' }).click();
      await page.getByText('Loading posts...').waitFor();
      await looksRight(page);
      await line.cut();
      await page.getByText('Failed to fetch posts').waitFor();
      await looksRight(page);
      line.release();
      await line.mend();
      await open(mia);
      await atRest(page);
      await line.cut();
      await feedOn(page).post('Salad').like.click();
      await page.getByText('Failed to like post').waitFor();
      await page.mouse.move(0, 0);
      await page.getByRole('button', { name: 'Close' }).focus(); // The notice stays while the focus is on it.
      await looksRight(page);
    });
  });

  describe('the grocery list', () => {
    test('with items, suggestions, an offer to undo, a dialog, and without a connection', async () => {
      household.expects(noConnection);
      const { page, line } = mia;
      const { item, add, box, remove, press, section, undo } = listOn(page);
      await apiOf(household.server, mia).addGroceries(
        { name: 'Spring onions', amount: '3' },
        { name: `Unbroken${'o'.repeat(150)}`, amount: '1'.repeat(40), unit: 'k'.repeat(40) },
        { name: 'Feta', amount: '200', unit: 'g' },
        { name: 'Ramen noodles' },
      );
      await page.goto('/grocery-list');
      await item('Feta').waitFor();
      await press('Ramen noodles');
      await section('Checked').getByText('Checked by Mia').waitFor();
      await looksRight(page);
      await box.fill('oni');
      await page.getByRole('listbox').waitFor();
      await looksRight(page);
      await box.fill('');
      await item('Feta')
        .getByRole('button', { name: /^Edit Feta/ })
        .click();
      await page.getByRole('dialog').getByLabel('Name').fill('');
      await page.getByRole('button', { name: 'Save' }).click();
      await page.getByText('An item needs a name').waitFor();
      await looksRight(page);
      await page.keyboard.press('Escape');
      await remove('Feta');
      await undo.focus(); // The offer stays while the focus is on it.
      await looksRight(page);
      await undo.click();

      await mia.context.setOffline(true);
      await line.cut();
      await add('Bread');
      await page.getByText('1 change waiting').waitFor();
      await looksRight(page);
      await line.mend();
      await mia.context.setOffline(false);
      await page.getByText('Live', { exact: true }).waitFor();
    });

    test('loading', async () => {
      const { page, line } = mia;
      await page.goto('/');
      await page.getByRole('navigation').getByRole('link', { name: 'Grocery List' }).hover();
      await atRest(page);
      line.hold();
      await page.getByRole('navigation').getByRole('link', { name: 'Grocery List' }).click();
      await page.getByText('Loading your list...').waitFor();
      await looksRight(page);
    });
  });

  test('the meal plan with slots that are filled, its dialog, what it finds, and what it offers to undo', async () => {
    const { page } = mia;
    await servesDishes(page);
    const { salad, pancakes } = dishes;
    const long = { ...pancakes, title: `Unbroken${'o'.repeat(150)}`, cuisine: 'k'.repeat(100) };
    const api = apiOf(household.server, mia);
    await api.plan({ Monday: { Breakfast: long, Dinner: salad }, Sunday: { Lunch: pancakes } });
    await page.goto('/meal-plan');
    const plan = planOn(page);
    await plan.filled('Monday', 'Greek Salad').waitFor();
    await looksRight(page);
    await plan.empty('Tuesday', 'Dinner').click();
    await plan.search.fill('b');
    await plan.found.first().waitFor();
    await looksRight(page);
    await page.keyboard.press('Escape');
    await plan.remove('Monday', 'Greek Salad').click();
    await plan.undo.focus();
    await looksRight(page);
  });

  test('a long name leaves the bar its room', async () => {
    const { page, leave } = await household.register('Wolfeschlegelsteinhausenbergerdorff');
    await page.goto('/');
    await page.getByRole('button', { name: 'Wolfeschlegelsteinhausenbergerdorff' }).waitFor();
    for (const width of [360, 768, 800, 900, 1024, 1440]) {
      await page.setViewportSize({ width, height: 900 });
      expect(await stickingOut(page), `at ${width}`).toEqual([]);
    }
    await leave();
  });

  test('the pill of the grocery list stands beside its title on a phone', async () => {
    household.expects(noConnection);
    const { page, context, line, leave } = await household.register('Noa', { viewport: { width: 360, height: 780 } });
    await page.goto('/grocery-list');
    const { box, add } = listOn(page);
    await page.getByText('Live', { exact: true }).waitFor();
    await context.setOffline(true);
    await line.cut();
    await add('Apples');
    await page.getByText('1 change waiting').waitFor();
    const place = await topOf(box);
    for (let n = 2; n <= 12; n++) await add(`Apples ${n}`);
    await page.getByText('12 changes waiting').waitFor();
    expect(await topOf(box)).toBe(place);
    expect(await topOf(page.getByText('12 changes waiting'))).toBeLessThan(place - 60);
    await line.mend();
    await context.setOffline(false);
    await page.getByText('Live', { exact: true }).waitFor();
    await leave();
  });

  describe('the first view', () => {
    beforeAll(async () => {
      await apiOf(household.server, mia).addGroceries({ name: 'Milk' }, { name: 'Feta' });
    });

    /** A page of Mia's that has never been here, as far as the browser remembers. */
    const firstVisit = async (width: number): Promise<Page> => {
      household.expects(/404.*lost[.]webp/);
      const page = await mia.context.newPage();
      await page.setViewportSize({ width, height: 900 });
      await (await mia.context.newCDPSession(page)).send('Network.clearBrowserCache');
      return page;
    };

    test.each(
      widths.flatMap((width) => [
        { path: '/', width, content: 'article' },
        { path: '/community', width, content: 'article' },
        { path: '/grocery-list', width, content: '[data-item-row]' },
      ]),
    )('of $path at $width px stands still while it loads', async ({ path, width, content }) => {
      const page = await firstVisit(width);
      await page.addInitScript(() => {
        const shifts: number[] = [];
        Object.assign(globalThis, { shifts });
        new PerformanceObserver((list) => {
          for (const entry of list.getEntries()) shifts.push(Number(Reflect.get(entry, 'value')));
        }).observe({ type: 'layout-shift', buffered: true });
      });
      await page.goto(path);
      await page.locator(content).first().waitFor();
      await atRest(page);
      const shifts = await page.evaluate<number[]>('shifts');
      expect(shifts.reduce((sum, shift) => sum + shift, 0)).toBeLessThan(0.02);
      await page.close();
    });

    test('of /community has its heading from the beginning, without a skeleton of a page before it', async () => {
      const page = await firstVisit(360);
      await page.addInitScript(() => {
        const headings: (string | null | undefined)[] = [];
        Object.assign(globalThis, { headings });
        const watch = new MutationObserver(() => {
          if (document.querySelector('main') === null) return;
          headings.push(document.querySelector('h1')?.textContent);
          watch.disconnect();
        });
        watch.observe(document, { childList: true, subtree: true });
      });
      await page.goto('/community');
      await page.getByRole('heading', { name: 'Community' }).waitFor();
      expect(await page.evaluate('headings')).toEqual(['Community']);
      await page.close();
    });

    test.each([
      ['/', /index-.*firebase-/],
      ['/community', /index-.*community-screen-.*firebase-/],
    ])('of %s brings at most 180 kB of JavaScript, compressed with Brotli', async (path, files) => {
      const page = await firstVisit(1440);
      const scripts: Promise<{ file: string; bytes: number; encoding: string | undefined }>[] = [];
      page.on('requestfinished', (request) => {
        const { pathname } = new URL(request.url());
        if (!pathname.endsWith('.js')) return;
        const measure = async () => ({
          file: pathname,
          bytes: (await request.sizes()).responseBodySize,
          encoding: (await request.response())?.headers()['content-encoding'],
        });
        scripts.push(measure());
      });
      await page.goto(path);
      await page.getByRole('article').first().waitFor();
      await atRest(page);
      const delivered = await Promise.all(scripts);
      expect(delivered.map(({ file }) => file).join()).toMatch(files);
      expect(delivered.filter(({ bytes, encoding }) => bytes > 1_000 && encoding !== 'br')).toEqual([]);
      const total = delivered.reduce((sum, { bytes }) => sum + bytes, 0);
      expect(total).toBeGreaterThan(100_000);
      expect(total).toBeLessThanOrEqual(180_000);
      await page.close();
    });
  });
});
