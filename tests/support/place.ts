import type { Locator } from 'playwright-core';

/** Where something is in the window, in px. @throws when it is not shown */
export async function boxOf(element: Locator): Promise<NonNullable<Awaited<ReturnType<Locator['boundingBox']>>>> {
  const box = await element.boundingBox();
  if (box === null) throw new Error(`${element} is not shown`);
  return box;
}

/** How far below the top of the window something is, in whole px. @throws when it is not shown */
export async function topOf(element: Locator): Promise<number> {
  return Math.round((await boxOf(element)).y);
}
