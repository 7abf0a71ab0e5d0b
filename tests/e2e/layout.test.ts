/**
 * The layout of empty screens and of forms: no overflow on a phone, and accessible.
 * @module-tag extended
 */
import { describe, expect, test } from 'vitest';
import { accessibilityFindings, brokenWords, overflowingElements } from '../support/accessibility.ts';
import { atRest } from '../support/at-rest.ts';
import { type Browsers, logIn, type Person, type Visitor } from '../support/browsers.ts';
import { expectGoodLayout, widths } from '../support/layout.ts';
import { planOn } from '../support/meal-plan.ts';
import { topOf } from '../support/place.ts';
import { describeWith } from '../support/requirements.ts';
import { withOwnServer } from '../support/with-browsers.ts';

describeWith('chromium', 'layout', (chromium) => {
  let browsers: Browsers;
  let visitor: Visitor;
  let mia: Person;

  withOwnServer(chromium, async (opened) => {
    browsers = opened;
    [visitor, mia] = await Promise.all([browsers.openVisitor(), browsers.register('Mia')]);
  });

  // A library renders the controls; only the colours, the layout and the policy are our own.
  test('the documentation of the API, with an open call', async () => {
    const { page } = visitor;
    await page.goto('/api/docs#/Community/postCommunity');
    // Swagger UI takes seconds to render all calls, and more beside other tests.
    await page.getByText('The published post').waitFor({ timeout: 45_000 });
    await atRest(page);
    await expect.poll(() => page.title()).toBe('Potluck API');
    for (const width of widths) {
      await page.setViewportSize({ width, height: 900 });
      expect(await overflowingElements(page), `at ${width}`).toEqual([]);
    }
    for (const colorScheme of ['light', 'dark'] as const) {
      // It is Swagger's own page, which follows the system by itself.
      await page.emulateMedia({ colorScheme });
      await atRest(page);
      expect(await accessibilityFindings(page, ['color-contrast']), colorScheme).toEqual([]);
    }
  });

  describe('empty screens', () => {
    test.each([
      ['/', 'Good food is better shared.'],
      ['/community', 'No posts yet'],
      ['/grocery-list', 'Please log in to view your grocery list'],
      ['/login', 'Welcome back'],
      ['/register', 'Create Account'],
      ['/nowhere', 'Page not found'],
    ])('%s for a visitor', async (path, text) => {
      browsers.allowProblems(/404.*nowhere/);
      await visitor.page.goto(path);
      await visitor.page.getByText(text).waitFor();
      await expectGoodLayout(visitor.page);
    });

    test.each([
      ['/', 'What are we cooking?'],
      ['/community', 'No posts yet'],
      ['/grocery-list', 'Your grocery list is empty'],
      ['/create-recipe', 'Recipe Type'],
      ['/meal-plan', 'Weekly Meal Plan'],
      ['/create-post', 'Create New Post'],
      ['/community/new', 'Create a New Post'],
    ])('%s for a user', async (path, text) => {
      await mia.page.goto(path);
      await mia.page.getByText(text).waitFor();
      await expectGoodLayout(mia.page);
    });
  });

  describe('forms with errors', () => {
    test('logging in', async () => {
      browsers.allowProblems(/400.*signInWithPassword/);
      const { page } = visitor;
      await page.goto('/login');
      await page.getByRole('button', { name: 'Login' }).click();
      await page.getByText('Enter your email').waitFor();
      await expectGoodLayout(page);
      await page.getByLabel('Email').fill(mia.email);
      await page.getByLabel('Password', { exact: true }).fill('pepper');
      await page.getByRole('button', { name: 'Login' }).click();
      await page.getByText('Email or password is not right.').waitFor();
      await page.getByRole('button', { name: 'Show password' }).click();
      await expectGoodLayout(page);
    });

    test.each(widths)('errors at %i px move nothing above them, nor the button on the next try', async (width) => {
      browsers.allowProblems(/400.*signInWithPassword/);
      const { page, line } = visitor;
      await page.setViewportSize({ width, height: 900 });
      await page.goto('/login');
      const [email, login] = [page.getByLabel('Email'), page.getByRole('button', { name: /^Log(in|ging in...)$/ })];
      await login.waitFor();
      await atRest(page);
      const place = await topOf(email);
      await login.click();
      await page.getByText('Enter your password').waitFor();
      expect(await topOf(email)).toBe(place);
      await logIn(page, { email: mia.email, password: 'pepper' });
      await page.getByText('Email or password is not right.').waitFor();
      await atRest(page);
      expect(await topOf(email)).toBe(place);
      const loginTop = await topOf(login);
      line.hold();
      await login.click();
      await page.getByText('Logging in...').waitFor();
      expect(await topOf(login)).toBe(loginTop);
      line.release();
      await page.getByRole('button', { name: 'Login', exact: true }).waitFor();
    });

    test('signing up', async () => {
      const { page } = visitor;
      await page.goto('/register');
      await page.getByLabel('Confirm Password').fill('salt');
      await page.getByRole('button', { name: 'Sign Up' }).click();
      await page.getByText('Passwords do not match').waitFor();
      await expectGoodLayout(page);
    });

    test('a post of each type', async () => {
      browsers.allowProblems(/422.*api[/]community/);
      const { page } = mia;
      await page.goto('/community/new');
      await page.getByRole('button', { name: 'Create Post' }).click();
      await page.getByText('Title is required').waitFor();
      await page.getByLabel('Type').selectOption('video');
      await expectGoodLayout(page);
      await page.getByLabel('Title').fill('A picture');
      await page.getByLabel('Type').selectOption('Image');
      await page.getByLabel('Image URL').fill('not an address');
      await page.getByRole('button', { name: 'Create Post' }).click();
      await page.getByText('Image URL must be the address').waitFor();
      await page.getByLabel('Image URL').fill(`${new URL(page.url()).origin}/art/greek-card-480.webp`);
      const preview = page.getByRole('figure', { name: 'Preview' }).getByRole('img', { name: 'A picture' });
      await expect.poll(() => preview.evaluate((image: HTMLImageElement) => image.naturalWidth)).toBe(480);
      await expectGoodLayout(page);
      await page.getByRole('link', { name: 'Cancel' }).click();
    });
  });

  test('the bars have room for their text, even at double size', async () => {
    for (const { page } of [visitor, mia]) {
      await page.goto('/community');
      await page.getByText('No posts yet').waitFor();
      await atRest(page);
      for (const size of ['100%', '200%']) {
        await page.evaluate((text) => document.documentElement.style.setProperty('font-size', text), size);
        for (const width of [320, 360, 768, 1024]) {
          await page.setViewportSize({ width, height: 900 });
          expect(await overflowingElements(page), `${size} at ${width}`).toEqual([]);
          if (page === visitor.page || size === '200%') continue;
          const label = await page.getByRole('navigation').getByText('Meal Plan').boundingBox();
          expect(label?.width, `the label at ${width}`).toBeGreaterThan(40);
        }
      }
    }
  });

  test('the meal plan, its dialog and the menu break no words at double text size', async () => {
    const { page } = mia;
    const { empty, dialog } = planOn(page);
    await page.goto('/meal-plan');
    await empty('Wednesday', 'Dinner').waitFor();
    await atRest(page);
    await page.evaluate(() => document.documentElement.style.setProperty('font-size', '200%'));
    const expectWholeWords = async (what: string) => {
      for (const width of [320, 360, 768]) {
        await page.setViewportSize({ width, height: 900 });
        expect(await overflowingElements(page), `${what} at ${width}`).toEqual([]);
        expect(await brokenWords(page), `${what} at ${width}`).toEqual([]);
      }
    };
    await expectWholeWords('the plan');
    await page.getByRole('button', { name: 'Mia' }).click();
    await page.getByRole('menuitem', { name: 'View Profile' }).waitFor();
    const clipped = await page
      .getByRole('menuitem')
      .evaluateAll((items) => items.filter(({ scrollHeight, clientHeight }) => scrollHeight > clientHeight).length);
    expect(clipped, 'items of the menu without room for their text').toBe(0);
    await page.keyboard.press('Escape');
    await empty('Wednesday', 'Dinner').click();
    await dialog.waitFor();
    await atRest(page);
    await expectWholeWords('the dialog');
  });

  test('a long name does not overflow the bar', async () => {
    const { page } = await browsers.register('Wolfeschlegelsteinhausenbergerdorff');
    await page.goto('/');
    await page.getByRole('button', { name: 'Wolfeschlegelsteinhausenbergerdorff' }).waitFor();
    await atRest(page);
    for (const width of [360, 768, 800, 900, 1024, 1440]) {
      await page.setViewportSize({ width, height: 900 });
      expect(await overflowingElements(page), `at ${width}`).toEqual([]);
    }
  });
});
