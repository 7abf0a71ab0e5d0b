import type { Locator } from 'playwright-core';

/** What each of them says, as one reads it: without the spaces that lay it out. */
export const wordsOf = async (all: Locator): Promise<string[]> =>
  (await all.allInnerTexts()).map((text) => text.replaceAll(/\s+/g, ' ').trim());
