import type { Locator } from 'playwright-core';

/** How far below the top of the window something is, in whole px. @throws when it is not shown */
export async function topOf(element: Locator): Promise<number> {
  const box = await element.boundingBox();
  if (box === null) throw new Error(`${element} is not shown`);
  return Math.round(box.y);
}
