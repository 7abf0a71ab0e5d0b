import type { Locator } from 'playwright-core';

/** Whether the whole element is in the part of the page that the user sees. */
export const isOnScreen = (locator: Locator): Promise<boolean> =>
  locator.evaluate((element) => {
    const { top, bottom } = element.getBoundingClientRect();
    return top >= 0 && bottom <= innerHeight;
  });
