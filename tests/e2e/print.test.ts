/**
 * Printed pages: dark text on white paper, without controls.
 * @module-tag extended
 */
import type { Page } from 'playwright-core';
import { beforeEach, expect, test } from 'vitest';
import { atRest } from '../support/at-rest.ts';
import type { Browsers, Person } from '../support/browsers.ts';
import { fillScreens } from '../support/filled-screens.ts';
import { listOn } from '../support/grocery-list.ts';
import { planOn } from '../support/meal-plan.ts';
import { boxOf } from '../support/place.ts';
import { describeWith } from '../support/requirements.ts';
import { withOwnServer } from '../support/with-browsers.ts';

/** The printable areas in CSS px, which style sheets use as the size of the viewport. */
const papers = [
  { name: 'A4', width: 718, height: 1047 },
  { name: 'A4 landscape', width: 1047, height: 718 },
  { name: 'A5', width: 483, height: 718 },
] as const;

describeWith('chromium', 'print', (chromium) => {
  let browsers: Browsers;
  let mia: Person;
  let recipe: string;

  withOwnServer(chromium, async (opened) => {
    browsers = opened;
    mia = await browsers.register('Mia', { colorScheme: 'dark' });
    ({ recipe } = await fillScreens(browsers, mia));
  });

  beforeEach(() => mia.page.emulateMedia({ media: 'screen' }));

  test.each(papers)('of a recipe on $name has its title, a small picture, ingredients and steps', async (paper) => {
    const { page } = mia;
    await page.goto(recipe);
    const picture = page.getByRole('img', { name: 'Salad with Feta' });
    await picture.waitFor();
    await page.getByRole('checkbox', { name: 'Ingredient 2' }).uncheck();
    await print(page, paper);
    expect(await linesOf(page)).toEqual([
      ...['Mediterranean', 'Easy', 'Salad with Feta', 'By Mia', 'Tomatoes, cucumber and a slab of feta.'],
      ...['Cooking time', '15 minutes', 'Servings', 'For 4', 'Ingredients'],
      ...Array.from({ length: 12 }, (_, n) => [`Ingredient ${n + 1}`, '100 g']).flat(),
      'Instructions',
      ...Array.from({ length: 8 }, (_, n) => [`${n + 1}`, expect.stringContaining(`Step ${n + 1} takes`)]).flat(),
      `${new URL(page.url()).host}${recipe}`,
    ]);
    expect((await boxOf(picture)).height).toBeLessThanOrEqual(200);
    await expectPrintable(page);
    expect(await pagesOf(page)).toBeLessThanOrEqual(2);
  });

  test('of a recipe with a video has no player', async () => {
    const { page } = mia;
    await page.goto('/');
    await page.getByRole('link', { name: 'Baked Feta Pasta' }).click();
    await page.getByRole('heading', { name: 'Baked Feta Pasta', level: 1 }).waitFor();
    const player = page.getByTitle('Baked Feta Pasta');
    await player.waitFor({ state: 'attached' });
    await print(page, papers[0]);
    expect(await player.isVisible()).toBe(false);
    expect((await linesOf(page)).slice(0, 4)).toEqual(['Mediterranean', 'Easy', 'Baked Feta Pasta', 'By Noa Levi']);
    await expectPrintable(page);
  });

  test.each(papers)('of the grocery list on $name has an open circle before each item', async (paper) => {
    const { page } = mia;
    await page.goto('/grocery-list');
    await listOn(page).item('Milk').waitFor();
    await atRest(page);
    await print(page, paper);
    expect(await linesOf(page)).toEqual([
      ...['Grocery List', '3 to buy', 'Produce', 'Tomatoes 6', 'Dairy & eggs', 'Milk 1 l', 'Feta'],
    ]);
    const circles = await page.locator('[data-item-row] label > span:has(> svg)').evaluateAll((found) =>
      found.map((circle) => {
        const { borderTopWidth, borderTopColor, backgroundColor, width } = getComputedStyle(circle);
        return { borderTopWidth, borderTopColor, backgroundColor, width };
      }),
    );
    const open = { borderTopWidth: '2px', borderTopColor: 'rgb(31, 35, 40)', backgroundColor: 'rgba(0, 0, 0, 0)' };
    expect(circles).toEqual(Array.from({ length: 3 }, () => ({ ...open, width: '26px' })));
    await expectPrintable(page);
    expect(await pagesOf(page)).toBe(1);
  });

  test.each(papers)('of the meal plan on $name has the week on one page, with a day in each row', async (paper) => {
    const { page } = mia;
    await page.goto('/meal-plan');
    const plan = planOn(page);
    await plan.filled('Sunday', 'Greek Salad').waitFor();
    await atRest(page);
    await print(page, paper);
    const [title, range, ...rest] = await linesOf(page);
    expect(title).toBe('Weekly Meal Plan');
    expect(range).toMatch(/^\d+ \w+ – \d+ \w+$/);
    const dates = /^(\d+ \w+|Today)$/;
    expect(rest.filter((line) => !dates.test(line))).toEqual([
      ...['Breakfast', 'Lunch', 'Dinner', 'Monday', 'Blueberry Pancakes with Maple Syrup', 'Greek Salad'],
      ...['Tuesday', 'Wednesday', 'Thursday', 'Friday', 'Saturday', 'Sunday', 'Greek Salad'],
    ]);
    const [breakfast, dinner] = await Promise.all(
      ['Breakfast', 'Dinner'].map((meal) => boxOf(plan.day('Monday').locator(`[data-slot="Monday ${meal}"]`))),
    );
    expect(dinner?.y).toBe(breakfast?.y);
    await expectPrintable(page);
    expect(await pagesOf(page)).toBe(1);
  });

  test.each([
    ['/community', 'Salad'],
    ['/playlists', 'Sundays'],
    ['/', 'Greek Salad'],
  ])('of %s has no bars and no buttons', async (path, content) => {
    browsers.allowProblems(/404.*lost[.]webp/);
    const { page } = mia;
    await page.goto(path);
    await page.getByText(content, { exact: true }).first().waitFor();
    await atRest(page);
    await print(page, papers[0]);
    expect(await linesOf(page)).toContain(content);
    await expectPrintable(page);
  });
});

async function print(page: Page, { width, height }: (typeof papers)[number]): Promise<void> {
  await page.setViewportSize({ width, height });
  await page.emulateMedia({ media: 'print' });
}

/** The printed lines. */
const linesOf = async (page: Page): Promise<string[]> =>
  (await page.locator('body').innerText())
    .split(/[\n\t]/)
    .map((line) => line.trim())
    .filter(Boolean);

/** Expects no controls, no shadows, and text dark enough to read on white. */
async function expectPrintable(page: Page): Promise<void> {
  const found = await page.evaluate(() => {
    const luminance = (color: string) => {
      const [red = 0, green = 0, blue = 0] = (color.match(/[\d.]+/g) ?? []).map(Number);
      return (0.2126 * red + 0.7152 * green + 0.0722 * blue) / 255;
    };
    const findings: string[] = [];
    for (const element of document.querySelectorAll('body *')) {
      if (!element.checkVisibility({ visibilityProperty: true }) || element instanceof SVGElement) continue;
      const { boxShadow, color, position } = getComputedStyle(element);
      const name = `${element.tagName} ${element.className}`;
      if (boxShadow !== 'none') findings.push(`${name} has the shadow ${boxShadow}`);
      if (position === 'fixed' || position === 'sticky') findings.push(`${name} is ${position}`);
      if (element.matches('button:not([data-printed]), nav, form, iframe, [role=banner]'))
        findings.push(`${name} is shown`);
      const hasOwnText = [...element.childNodes].some((node) => node.nodeType === 3 && node.textContent?.trim());
      if (hasOwnText && luminance(color) > 0.4) findings.push(`${name} is written in ${color}`);
    }
    const paper = getComputedStyle(document.documentElement).backgroundColor;
    return paper === 'rgb(255, 255, 255)' ? findings : [...findings, `The page is ${paper}`];
  });
  expect(found).toEqual([]);
}

/** The number of A4 pages. */
async function pagesOf(page: Page): Promise<number> {
  const pdf = await page.pdf({ format: 'A4', margin: { top: '1cm', right: '1cm', bottom: '1cm', left: '1cm' } });
  return pdf.toString('latin1').match(/[/]Type\s*[/]Page\b/g)?.length ?? 0;
}
