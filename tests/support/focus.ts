import type { Page } from 'playwright-core';
import { until } from './until.ts';

/** What the focus is on, by its name, as it is read out: the label, else the words. */
export const focused = (page: Page): Promise<string> =>
  page.evaluate(() => {
    const element = document.activeElement;
    if (!element || element === document.body) return '';
    const labels =
      element instanceof HTMLInputElement || element instanceof HTMLTextAreaElement ? element.labels : null;
    const words = element.getAttribute('aria-label') ?? labels?.[0]?.textContent ?? element.textContent;
    return (words || (element.querySelector('img')?.alt ?? '')).trim();
  });

/** Presses Tab until something of this name has the focus. @throws when that does not come in so many steps */
export async function tabTo(page: Page, name: string | RegExp, most = 40): Promise<void> {
  const passed: string[] = [];
  for (let step = 0; step < most; step++) {
    await page.keyboard.press('Tab');
    const at = await focused(page);
    if (typeof name === 'string' ? at === name : name.test(at)) return;
    passed.push(at);
  }
  throw new Error(`Tab does not lead to ${name}, but to: ${passed.join(', ')}`);
}

/** The names of what Tab leads to, one after the other, from where the focus is. */
export async function tabStops(page: Page, count: number): Promise<string[]> {
  const stops: string[] = [];
  for (let step = 0; step < count; step++) {
    await page.keyboard.press('Tab');
    stops.push(await focused(page));
  }
  return stops;
}

/** Whether one sees where the focus is: the element and what is around it look different without it. */
export async function focusShows(page: Page): Promise<boolean> {
  const element = await page.evaluateHandle(() => document.activeElement as HTMLElement);
  await element.evaluate((focusedOne) => focusedOne.scrollIntoView({ block: 'center', behavior: 'instant' }));
  // A hidden box in a row shows its focus on what stands for it.
  const { x, y, width, height } = await element.evaluate((focusedOne) =>
    (focusedOne.closest('label') ?? focusedOne).getBoundingClientRect().toJSON(),
  );
  // Wide enough for the frame of a field that has something beside its text.
  const clip = { x: Math.max(0, x - 20), y: Math.max(0, y - 20), width: width + 40, height: height + 40 };
  const look = async (focus: boolean) => {
    await element.evaluate(async (focusedOne, wanted) => {
      if (wanted) focusedOne.focus();
      else focusedOne.blur();
      // What has been painted only, is in the picture.
      await new Promise((painted) => requestAnimationFrame(() => requestAnimationFrame(painted)));
    }, focus);
    return page.screenshot({ clip, animations: 'disabled', caret: 'hide' });
  };
  const shows = await until(async () => !(await look(true)).equals(await look(false))).then(
    () => true,
    () => false,
  );
  await element.evaluate((focusedOne) => focusedOne.focus());
  return shows;
}
