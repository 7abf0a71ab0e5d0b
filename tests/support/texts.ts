import type { Locator } from 'playwright-core';

/** The visible text of each element, with whitespace collapsed. */
export const textsOf = async (all: Locator): Promise<string[]> =>
  (await all.allInnerTexts()).map((text) => text.replaceAll(/\s+/g, ' ').trim());
