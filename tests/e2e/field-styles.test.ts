/** Screens with fields load antd's styles, which stay loaded for all later screens. */
import type { Page } from 'playwright-core';
import { expect, test } from 'vitest';
import { contrastFindings } from '../support/accessibility.ts';
import { atRest } from '../support/at-rest.ts';
import type { Browsers, Person, Visitor } from '../support/browsers.ts';
import { fillScreens } from '../support/filled-screens.ts';
import { describeWith } from '../support/requirements.ts';
import { withBrowsers } from '../support/with-browsers.ts';

describeWith('chromium', 'styles of fields', (chromium) => {
  let browsers: Browsers;
  let visitor: Visitor;
  let mia: Person;
  let filled: string[];

  withBrowsers(chromium, async (opened) => {
    browsers = opened;
    [visitor, mia] = await Promise.all([browsers.openVisitor(), browsers.register('Mia')]);
    const { recipe, playlist } = await fillScreens(browsers, mia);
    filled = [recipe, playlist];
  });

  test('apply only to antd elements', async () => {
    const { page } = mia;
    await page.goto('/create-recipe');
    await page.getByLabel('Title').waitFor();
    const selectors = await injectedSelectors(page);
    expect(selectors).toContain('.ant-input');
    expect(selectors.filter((selector) => !ofAntd.test(selector))).toEqual([]);
  });

  test('are in a cascade layer, below the styles of the application', async () => {
    const { page } = mia;
    await page.goto('/create-recipe');
    await page.getByLabel('Title').waitFor();
    expect(await unlayeredProperties(page)).toEqual([]);
  });

  test('do not change later screens', async () => {
    const { page } = visitor;
    await page.goto('/community');
    await page.getByRole('article').first().waitFor();
    await atRest(page);
    const before = new Set(await linkStyles(page));
    expect(before.size).toBeGreaterThan(500);
    await page.getByRole('banner').getByRole('link', { name: 'Log In' }).click();
    await page.getByLabel('Email').waitFor();
    await page.goBack();
    await page.mouse.move(0, 0);
    await page.getByRole('article').first().waitFor();
    await expect.poll(async () => (await linkStyles(page)).filter((style) => !before.has(style))).toEqual([]);
  });

  test('keep hovered links and buttons readable for a visitor, in light and dark mode', async () => {
    browsers.allowProblems(/404.*lost[.]webp/);
    await expectReadable(visitor.page, '/login', ['/', '/community', '/playlists/public', ...filled, '/register']);
  });

  test('keep hovered links and buttons readable for a user, in light and dark mode', async () => {
    browsers.allowProblems(/404.*lost[.]webp/);
    const paths = ['/', '/community', '/grocery-list', '/meal-plan', '/playlists', '/profile', ...filled];
    await expectReadable(mia.page, '/create-recipe', paths);
  });
});

/** Classes of antd's elements, and those that contain its variables. */
const ofAntd = /[.](ant-|anticon|potluck-(light|dark))|\[class[*^]=" ?ant-/;

/** The selectors of style sheets added by scripts, one for each part of a selector list. */
const injectedSelectors = (page: Page): Promise<string[]> =>
  page.evaluate(() => {
    const selectors: string[] = [];
    const walk = (rules: CSSRuleList) => {
      for (const rule of rules) {
        if (rule instanceof CSSStyleRule) selectors.push(...rule.selectorText.split(/,\s*/));
        else if (rule instanceof CSSGroupingRule) walk(rule.cssRules);
      }
    };
    for (const sheet of document.styleSheets) if (sheet.href === null) walk(sheet.cssRules);
    return selectors;
  });

/** The first selectors of rules added by scripts, outside cascade layers, that set more than custom properties. */
const unlayeredProperties = (page: Page): Promise<string[]> =>
  page.evaluate(() => {
    const found: string[] = [];
    for (const sheet of document.styleSheets) {
      if (sheet.href !== null) continue;
      for (const rule of sheet.cssRules) {
        if (rule instanceof CSSStyleRule && [...rule.style].some((name) => !name.startsWith('--')))
          found.push(rule.selectorText);
      }
    }
    return found.slice(0, 5);
  });

/** All computed properties of the page's links, each as `<text>: <property>: <value>`. */
const linkStyles = (page: Page): Promise<string[]> =>
  page.evaluate(() =>
    [...document.querySelectorAll('a')].flatMap((link) => {
      const style = getComputedStyle(link);
      return [...style].map((name) => `${link.textContent}: ${name}: ${style.getPropertyValue(name)}`);
    }),
  );

/** Navigates within the application, as its own links do, without a reload. */
async function goTo(page: Page, path: string): Promise<void> {
  await page.evaluate((address) => {
    history.pushState(null, '', address);
    dispatchEvent(new PopStateEvent('popstate', { state: null }));
  }, path);
  await page.waitForURL(path);
  await page.getByRole('heading', { level: 1 }).waitFor();
  await atRest(page);
}

/** Opens a screen with fields, then the other screens without a reload. */
async function expectReadable(page: Page, fields: string, paths: readonly string[]): Promise<void> {
  await page.setViewportSize({ width: 1440, height: 900 });
  await page.goto(fields);
  await page.getByRole('textbox').first().waitFor();
  const kinds = new Set<string>();
  for (const path of paths) {
    await goTo(page, path);
    expect(await hoverContrastFindings(page, kinds), path).toEqual([]);
  }
  expect(kinds.size).toBeGreaterThan(10);
}

/**
 * The contrast violations of links and buttons while they are hovered.
 * @param kinds tags and classes that were checked before: one element of each is enough
 */
async function hoverContrastFindings(page: Page, kinds: Set<string>): Promise<string[]> {
  const findings: string[] = [];
  for (const control of await page.locator('a, button, [role=tab], label').all()) {
    const kind = await control.evaluate((element) => {
      const { width, bottom } = element.getBoundingClientRect();
      const shown = element.checkVisibility() && width > 1 && bottom + scrollY > 0;
      // The skip link is visible only while it has the focus.
      return shown && !element.matches('[aria-current], :disabled, [href="#main"]')
        ? `${element.tagName} ${element.className}`
        : '';
    });
    if (kind === '' || kinds.has(kind)) continue;
    kinds.add(kind);
    await control.hover({ force: true });
    for (const colorScheme of ['light', 'dark'] as const) {
      await page.emulateMedia({ colorScheme });
      for (const finding of await contrastFindings(page, control)) findings.push(`${colorScheme}: ${finding}`);
    }
  }
  return findings;
}
