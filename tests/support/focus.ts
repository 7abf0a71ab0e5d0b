import type { Page } from 'playwright-core';
import { until } from './until.ts';

/** The accessible name of the focused element: its label, else its text. */
export const focusedName = (page: Page): Promise<string> =>
  page.evaluate(() => {
    const element = document.activeElement;
    if (!element || element === document.body) return '';
    const labels =
      element instanceof HTMLInputElement || element instanceof HTMLTextAreaElement ? element.labels : null;
    const text = element.getAttribute('aria-label') ?? labels?.[0]?.textContent ?? element.textContent;
    return (text || (element.querySelector('img')?.alt ?? '')).trim();
  });

/** Presses Tab, or another key, until an element with this name has the focus. @throws after `maxSteps` presses */
export async function tabTo(page: Page, name: string | RegExp, maxSteps = 40, key = 'Tab'): Promise<void> {
  const passed: string[] = [];
  for (let step = 0; step < maxSteps; step++) {
    await page.keyboard.press(key);
    const focused = await focusedName(page);
    if (typeof name === 'string' ? focused === name : name.test(focused)) return;
    passed.push(focused);
  }
  throw new Error(`${key} does not lead to ${name}, but to: ${passed.join(', ')}`);
}

/** The names of the next elements that Tab focuses. */
export async function tabStops(page: Page, count: number): Promise<string[]> {
  const stops: string[] = [];
  for (let step = 0; step < count; step++) {
    await page.keyboard.press('Tab');
    stops.push(await focusedName(page));
  }
  return stops;
}

/** Whether the focus is visible: the element or its surroundings look different without it. */
export async function isFocusVisible(page: Page): Promise<boolean> {
  const element = await page.evaluateHandle(() => document.activeElement as HTMLElement);
  await element.evaluate((target) => target.scrollIntoView({ block: 'center', behavior: 'instant' }));
  // A visually hidden checkbox shows its focus on its label.
  const { x, y, width, height } = await element.evaluate((target) =>
    (target.closest('label') ?? target).getBoundingClientRect().toJSON(),
  );
  // Includes the border of a field that has a prefix or suffix.
  const clip = { x: Math.max(0, x - 20), y: Math.max(0, y - 20), width: width + 40, height: height + 40 };
  const capture = async (focus: boolean) => {
    await element.evaluate(async (target, hasFocus) => {
      if (hasFocus) target.focus();
      else target.blur();
      // A screenshot shows only what has been painted.
      await new Promise((painted) => requestAnimationFrame(() => requestAnimationFrame(painted)));
    }, focus);
    return page.screenshot({ clip, animations: 'disabled', caret: 'hide' });
  };
  const isVisible = await until(async () => !(await capture(true)).equals(await capture(false))).then(
    () => true,
    () => false,
  );
  await element.evaluate((target) => target.focus());
  return isVisible;
}
