import axe, { type AxeResults, type RunOptions } from 'axe-core';
import type { Locator, Page } from 'playwright-core';

/**
 * What axe has against the page as it is shown now, an entry for each element.
 * @param rules these of its rules; without them, all
 */
export const accessibilityFindings = (page: Page, rules?: string[]): Promise<string[]> =>
  findingsWithin(page, 'document', rules);

/** What axe has against the contrast of the texts in this element, as it is shown now. */
export async function contrastFindings(page: Page, element: Locator): Promise<string[]> {
  const mark = 'data-contrast-checked';
  await element.evaluate((marked, name) => marked.setAttribute(name, ''), mark);
  try {
    return await findingsWithin(page, JSON.stringify(`[${mark}]`), ['color-contrast']);
  } finally {
    await element.evaluate((marked, name) => marked.removeAttribute(name), mark);
  }
}

/** @param context of axe, as JavaScript */
async function findingsWithin(page: Page, context: string, rules?: string[]): Promise<string[]> {
  await settled(page);
  if (!(await page.evaluate(() => 'axe' in globalThis))) await page.evaluate(axe.source);
  const options: RunOptions = { resultTypes: ['violations'], ...(rules && { runOnly: rules }) };
  const run = `axe.run(${context}, ${JSON.stringify(options)}).then(({ violations }) => violations)`;
  const violations = await page.evaluate<AxeResults['violations']>(run);
  return violations.flatMap(({ id, nodes }) =>
    nodes.map(({ target, failureSummary }) => `${id}: ${target.join(' ')}: ${failureSummary}`),
  );
}

/** The elements that stand out of the window to the right; something is then cut off, or the page scrolls sideways. */
export async function stickingOut(page: Page): Promise<string[]> {
  await settled(page);
  return page.evaluate(() => {
    const width = document.documentElement.clientWidth;
    const scrolls = document.documentElement.scrollWidth > width ? ['the page scrolls sideways'] : [];
    const outside = [...document.querySelectorAll('body *')].filter(
      (element) => element.checkVisibility() && element.getBoundingClientRect().right > width + 1,
    );
    return [...scrolls, ...outside.map((element) => `${element.tagName} ${element.textContent?.slice(0, 40)}`)];
  });
}

/** The words that are shown on more than one line each. */
export async function brokenWords(page: Page): Promise<string[]> {
  await settled(page);
  return page.evaluate(() => {
    const broken: string[] = [];
    const texts = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
    while (texts.nextNode()) {
      const { parentElement, textContent } = texts.currentNode;
      // What only a screen reader reads is 1 px wide.
      if (!parentElement?.checkVisibility() || parentElement.getBoundingClientRect().width <= 1) continue;
      for (const { 0: word, index } of (textContent ?? '').matchAll(/[\p{L}\d]+/gu)) {
        const range = document.createRange();
        range.setStart(texts.currentNode, index);
        range.setEnd(texts.currentNode, index + word.length);
        if (new Set([...range.getClientRects()].map(({ top }) => top)).size > 1) broken.push(word);
      }
    }
    return broken;
  });
}

/** What moves is brought to its end, until nothing has begun to move for some frames: the styles of the last change are drawn. */
const settled = (page: Page): Promise<unknown> =>
  page.evaluate(async () => {
    const frame = () => new Promise((drawn) => requestAnimationFrame(drawn));
    for (let calm = 0; calm < 4; calm++) {
      await frame();
      for (const animation of document.getAnimations()) {
        if (animation.playState !== 'running' || animation.effect?.getComputedTiming().endTime === Infinity) continue;
        animation.finish();
        calm = 0;
      }
    }
  });
