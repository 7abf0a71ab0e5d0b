/** Fields of forms: their look in each state, their height and their keys. */
import type { Locator } from 'playwright-core';
import { expect, test } from 'vitest';
import { atRest } from '../support/at-rest.ts';
import type { Browsers, Person, Visitor } from '../support/browsers.ts';
import { focusedName, isFocusVisible } from '../support/focus.ts';
import { formOn } from '../support/recipes.ts';
import { describeWith } from '../support/requirements.ts';
import { textsOf } from '../support/texts.ts';
import { withBrowsers } from '../support/with-browsers.ts';

describeWith('chromium', 'fields', (chromium) => {
  let browsers: Browsers;
  let visitor: Visitor;
  let mia: Person;

  withBrowsers(chromium, async (opened) => {
    browsers = opened;
    [visitor, mia] = await Promise.all([browsers.openVisitor(), browsers.register('Mia')]);
  });

  test('show errors and the focus by their borders, in light and dark mode', { tags: 'extended' }, async () => {
    const { page } = visitor;
    await page.goto('/login');
    const [email, password] = [page.getByLabel('Email'), page.getByLabel('Password', { exact: true }).locator('..')];
    await atRest(page);
    const valid = [await borderOf(email), await borderOf(password)];
    expect(valid).toEqual(['rgb(134, 141, 148)', 'rgb(134, 141, 148)']);
    await page.getByRole('button', { name: 'Login' }).click();
    await page.getByText('Enter your password').waitFor();
    for (const [colorScheme, error] of [
      ['light', 'rgb(179, 32, 63)'],
      ['dark', 'rgb(255, 143, 163)'],
    ] as const) {
      await page.emulateMedia({ colorScheme });
      for (const hovered of [email, password]) {
        await hovered.hover();
        await expect
          .poll(async () => [await borderOf(email), await borderOf(password)], { message: colorScheme })
          .toEqual([error, error]);
      }
      for (const field of [email, page.getByLabel('Password', { exact: true })]) {
        await field.focus();
        expect(await isFocusVisible(page), colorScheme).toBe(true);
      }
    }
    await page.emulateMedia({ colorScheme: 'light' });
    await email.fill('mia@example.org');
    await page.mouse.move(0, 0);
    await page.getByRole('button', { name: 'Login' }).focus();
    await expect.poll(() => borderOf(email)).toBe(valid[0]);
  });

  test('have the height of their text: one line, or in a text area from its rows to 14 lines', {
    tags: 'extended',
  }, async () => {
    const { page } = mia;
    await page.goto('/create-post');
    const content = page.getByLabel('Content');
    await content.waitFor();
    const linesOf = async (field: Locator) => ((await heightOf(field)) - 20) / 24;
    expect(await linesOf(page.getByLabel('Title'))).toBe(1);
    const lines = (count: number) => Array.from({ length: count }, (_, n) => `Line ${n + 1}`).join('\n');
    for (const [written, shown] of [
      [1, 6],
      [6, 6],
      [9, 9],
      [14, 14],
      [20, 14],
      [2, 6],
    ] as const) {
      await content.fill(lines(written));
      await expect.poll(() => linesOf(content), { message: `${written} lines` }).toBe(shown);
    }
    await content.fill('');
  });

  test('show a password on request, and keep the focus in its field', { tags: 'extended' }, async () => {
    const { page } = visitor;
    await page.goto('/login');
    const password = page.getByLabel('Password', { exact: true });
    const reveal = page.getByRole('button', { name: 'Show password' });
    await password.fill('butter');
    for (const [type, pressed] of [
      ['text', 'true'],
      ['password', 'false'],
    ]) {
      await reveal.click();
      await expect.poll(() => password.getAttribute('type')).toBe(type);
      expect(await reveal.getAttribute('aria-pressed')).toBe(pressed);
      await expect.poll(() => focusedName(page)).toBe('Password');
    }
    await page.keyboard.type(' and salt');
    expect(await password.inputValue()).toBe('butter and salt');
  });

  test('handle Enter once, and not while text is being composed', async () => {
    const { page, context } = mia;
    await page.goto('/create-recipe');
    const { title, steps, ingredients } = formOn(page);
    await title.waitFor();
    await page.getByLabel('Instruction', { exact: true }).focus();
    const input = await context.newCDPSession(page);
    await input.send('Input.imeSetComposition', { text: 'まぜる', selectionStart: 3, selectionEnd: 3 });
    for (const type of ['rawKeyDown', 'keyUp'] as const)
      await input.send('Input.dispatchKeyEvent', { type, key: 'Enter' });
    await input.send('Input.insertText', { text: 'まぜる' });
    expect(await steps.count()).toBe(0);
    await page.keyboard.press('Shift+Enter');
    await page.keyboard.type('10分');
    await expect.poll(() => page.getByLabel('Instruction', { exact: true }).inputValue()).toBe('まぜる\n10分');
    await page.keyboard.press('Enter');
    await expect.poll(() => textsOf(steps)).toEqual(['1 まぜる 10分']);

    await page.getByLabel('Ingredient', { exact: true }).fill('Salt');
    for (let repeat = 0; repeat < 4; repeat++) await page.keyboard.down('Enter');
    await page.keyboard.up('Enter');
    await expect.poll(() => textsOf(ingredients)).toEqual(['Salt']);
    expect(await page.getByText('Title is required').count()).toBe(0);
  });
});

const borderOf = (field: Locator): Promise<string> =>
  field.evaluate((element) => getComputedStyle(element).borderTopColor);

const heightOf = (field: Locator): Promise<number> =>
  field.evaluate((element) => element.getBoundingClientRect().height);
