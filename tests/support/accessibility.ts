import axe, { type AxeResults, type RunOptions } from 'axe-core';
import type { Locator, Page } from 'playwright-core';

/**
 * The axe violations of the page, one entry for each element.
 * @param rules ids of the axe rules to check; default: all
 */
export const accessibilityFindings = (page: Page, rules?: string[]): Promise<string[]> =>
  findingsWithin(page, 'document', rules);

/** The contrast violations of the text in this element. */
export async function contrastFindings(page: Page, element: Locator): Promise<string[]> {
  const mark = 'data-contrast-checked';
  await element.evaluate((marked, name) => marked.setAttribute(name, ''), mark);
  try {
    return await findingsWithin(page, JSON.stringify(`[${mark}]`), ['color-contrast']);
  } finally {
    await element.evaluate((marked, name) => marked.removeAttribute(name), mark);
  }
}

/**
 * Without transitions while axe runs: in a part of the page that `content-visibility` skips, they start when axe reads the
 * colours, which are then still those of the previous theme.
 * @param context axe's context, as a JavaScript expression
 */
async function findingsWithin(page: Page, context: string, rules?: string[]): Promise<string[]> {
  await finishAnimations(page);
  if (!(await page.evaluate(() => 'axe' in globalThis))) await page.evaluate(axe.source);
  const options: RunOptions = { resultTypes: ['violations'], ...(rules && { runOnly: rules }) };
  const violations = await page.evaluate<AxeResults['violations']>(`(async () => {
    const sheets = document.adoptedStyleSheets;
    const withoutTransitions = new CSSStyleSheet();
    withoutTransitions.replaceSync('*, ::before, ::after { transition: none !important }');
    document.adoptedStyleSheets = [...sheets, withoutTransitions];
    const { violations } = await axe.run(${context}, ${JSON.stringify(options)});
    document.adoptedStyleSheets = sheets;
    return violations;
  })()`);
  return violations.flatMap(({ id, nodes }) =>
    nodes.map(({ target, failureSummary }) => `${id}: ${target.join(' ')}: ${failureSummary}`),
  );
}

/**
 * The elements that extend beyond the right edge of the window, and whether the page scrolls horizontally. Ignores what is
 * inside an element that only scrolls sideways.
 */
export async function overflowingElements(page: Page): Promise<string[]> {
  await finishAnimations(page);
  return page.evaluate(() => {
    const width = document.documentElement.clientWidth;
    const scrolls = document.documentElement.scrollWidth > width ? ['the page scrolls horizontally'] : [];
    const isOutside = (element: Element) => element.getBoundingClientRect().right > width + 1;
    const scrollsSideways = (element: Element) => {
      const { overflowX, overflowY } = getComputedStyle(element);
      return overflowX === 'auto' && overflowY === 'hidden';
    };
    const isScrolledOut = (element: Element): boolean => {
      const parent = element.parentElement;
      return parent !== null && ((scrollsSideways(parent) && !isOutside(parent)) || isScrolledOut(parent));
    };
    const outside = [...document.querySelectorAll('body *')].filter(
      (element) => element.checkVisibility() && isOutside(element) && !isScrolledOut(element),
    );
    return [...scrolls, ...outside.map((element) => `${element.tagName} ${element.textContent?.slice(0, 40)}`)];
  });
}

/** The words that are broken over several lines. */
export async function brokenWords(page: Page): Promise<string[]> {
  await finishAnimations(page);
  return page.evaluate(() => {
    const broken: string[] = [];
    const texts = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
    while (texts.nextNode()) {
      const { parentElement, textContent } = texts.currentNode;
      // Text for screen readers only is 1 px wide.
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

/** Finishes all animations until none has started for four frames, so that the final styles are painted. */
const finishAnimations = (page: Page): Promise<unknown> =>
  page.evaluate(async () => {
    const frame = () => new Promise((drawn) => requestAnimationFrame(drawn));
    for (let quietFrames = 0; quietFrames < 4; quietFrames++) {
      await frame();
      for (const animation of document.getAnimations()) {
        if (animation.playState !== 'running' || animation.effect?.getComputedTiming().endTime === Infinity) continue;
        animation.finish();
        quietFrames = 0;
      }
    }
  });
