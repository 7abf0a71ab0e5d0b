import type { Page } from 'playwright-core';

/** The button of the bar that offers to undo what has just been done. */
export const undoOn = (page: Page) => page.getByRole('status').getByRole('button', { name: 'Undo', exact: true });

/** Sends what the user could still undo, as when they leave the page. */
export const sendHeld = (page: Page): Promise<void> =>
  page.evaluate(() => {
    dispatchEvent(new Event('pagehide'));
  });
