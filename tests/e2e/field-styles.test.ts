/** Screens with fields bring antd's styles, which stay for all screens after them. */
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

  test('apply to antd elements alone', async () => {
    const { page } = mia;
    await page.goto('/create-recipe');
    await page.getByLabel('Title').waitFor();
    const selectors = await injectedSelectors(page);
    expect(selectors).toContain('.ant-input');
    expect(selectors.filter((selector) => !ofAntd.test(selector))).toEqual([]);
  });

  test('lose to the styles of the application, which are in no layer', async () => {
    const { page } = mia;
    await page.goto('/create-recipe');
    await page.getByLabel('Title').waitFor();
    expect(await unlayeredProperties(page)).toEqual([]);
  });

  test('change nothing on the screens after them', async () => {
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

  test('leave links and buttons readable under the pointer of a visitor, in light and in dark', async () => {
    browsers.allowProblems(/404.*lost[.]webp/);
    await staysReadable(visitor.page, '/login', ['/', '/community', '/playlists/public', ...filled, '/register']);
  });

  test('leave links and buttons readable under the pointer of a user, in light and in dark', async () => {
    browsers.allowProblems(/404.*lost[.]webp/);
    const paths = ['/', '/community', '/grocery-list', '/meal-plan', '/playlists', '/profile', ...filled];
    await staysReadable(mia.page, '/create-recipe', paths);
  });
});

/** Classes that antd gives, and that it keeps its variables in. */
const ofAntd = /[.](ant-|anticon|potluck-(light|dark))|\[class[*^]=" ?ant-/;

/** Selectors of the style sheets that scripts have added, one for each rule and each part of a list. */
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

/** The first selectors of rules, added by scripts, that set more than custom properties and are in no cascade layer. */
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

/** All computed properties of the links of the page, `<text>: <property>: <value>` each. */
const linkStyles = (page: Page): Promise<string[]> =>
  page.evaluate(() =>
    [...document.querySelectorAll('a')].flatMap((link) => {
      const style = getComputedStyle(link);
      return [...style].map((name) => `${link.textContent}: ${name}: ${style.getPropertyValue(name)}`);
    }),
  );

/** Within the application, as its own links do: what was loaded stays loaded. */
async function goTo(page: Page, path: string): Promise<void> {
  await page.evaluate((address) => {
    history.pushState(null, '', address);
    dispatchEvent(new PopStateEvent('popstate', { state: null }));
  }, path);
  await page.waitForURL(path);
  await page.getByRole('heading', { level: 1 }).waitFor();
  await atRest(page);
}

/** From a screen with fields to these others, without a new page. */
async function staysReadable(page: Page, fields: string, paths: readonly string[]): Promise<void> {
  await page.setViewportSize({ width: 1440, height: 900 });
  await page.goto(fields);
  await page.getByRole('textbox').first().waitFor();
  const kinds = new Set<string>();
  for (const path of paths) {
    await goTo(page, path);
    expect(await unreadableUnderPointer(page, kinds), path).toEqual([]);
  }
  expect(kinds.size).toBeGreaterThan(10);
}

/**
 * What axe has against the contrast of links and buttons while the pointer is on them.
 * @param kinds those checked before, by tag and class: one of each is enough
 */
async function unreadableUnderPointer(page: Page, kinds: Set<string>): Promise<string[]> {
  const findings: string[] = [];
  for (const control of await page.locator('a, button, [role=tab], label').all()) {
    const kind = await control.evaluate((element) => {
      const { width, bottom } = element.getBoundingClientRect();
      const shown = element.checkVisibility() && width > 1 && bottom + scrollY > 0;
      // The link that skips the navigation is on the screen only while it has the focus.
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
