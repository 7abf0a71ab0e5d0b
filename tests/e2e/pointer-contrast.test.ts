/**
 * The contrast of links and buttons while they are hovered.
 * @module-tag extended
 */
import type { Page } from 'playwright-core';
import { expect, test } from 'vitest';
import { contrastFindings } from '../support/accessibility.ts';
import { atRest } from '../support/at-rest.ts';
import type { Browsers, Person, Visitor } from '../support/browsers.ts';
import { fillScreens } from '../support/filled-screens.ts';
import { describeWith } from '../support/requirements.ts';
import { showTheme } from '../support/show-theme.ts';
import { withBrowsers } from '../support/with-browsers.ts';

describeWith('chromium', 'hovered links and buttons', (chromium) => {
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

  test('are readable for a visitor, in light and dark mode', async () => {
    browsers.allowProblems(/404.*lost[.]webp/);
    await expectReadable(visitor.page, ['/', '/community', '/playlists/public', '/login', '/register', ...filled]);
  });

  test('are readable for a user, in light and dark mode', async () => {
    browsers.allowProblems(/404.*lost[.]webp/);
    const paths = ['/', '/community', '/grocery-list', '/meal-plan', '/playlists', '/profile', '/create-recipe'];
    await expectReadable(mia.page, [...paths, ...filled]);
  });
});

async function expectReadable(page: Page, paths: readonly string[]): Promise<void> {
  await page.setViewportSize({ width: 1440, height: 900 });
  const kinds = new Set<string>();
  for (const path of paths) {
    await page.goto(path);
    await page.getByRole('heading', { level: 1 }).waitFor();
    await atRest(page);
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
      await showTheme(page, colorScheme);
      for (const finding of await contrastFindings(page, control)) findings.push(`${colorScheme}: ${finding}`);
    }
  }
  return findings;
}
