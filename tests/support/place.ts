import type { Locator } from 'playwright-core';

/** The bounding box of an element, in px. @throws if it is not shown */
export async function boxOf(element: Locator): Promise<NonNullable<Awaited<ReturnType<Locator['boundingBox']>>>> {
  const box = await element.boundingBox();
  if (box === null) throw new Error(`${element} is not shown`);
  return box;
}

/** The distance of an element from the top of the window, in whole px. @throws if it is not shown */
export async function topOf(element: Locator): Promise<number> {
  return Math.round((await boxOf(element)).y);
}
