/** Which of the recipes that a user has cooked the browser keeps. */
import { expect, test, vi } from 'vitest';
import type { Recipe } from '../../../server/core/contracts/recipes.ts';
import {
  inDatabase,
  minute,
  openPage,
  settled,
  withBrowser,
} from '../../../tests/support/pages-with-kept-documents.ts';

vi.mock('../../lib/live.ts', async () => (await import('../../../tests/support/live-connection.ts')).live);
withBrowser();

const recipe = (n: number): Recipe => ({
  ...{ id: `recipe-${n}`, revision: '1', type: 'image', title: `Recipe ${n}`, author: 'Mia', authorId: 'mia' },
  ...{ credited: false, cuisine: '', createdAt: '2026-10-01T18:40:00.000Z' },
  ...{ description: '', ingredients: [], instructions: [] },
});
const stored = async () => (await inDatabase()).map(({ key }) => String(key.at(-1)));

async function openKitchen() {
  const page = await openPage('mia');
  const { keepRecipe, forgetKeptRecipe } = await import('./kept-recipes.ts');
  await page.keptDocumentsRestored();
  const cook = async (n: number) => {
    await keepRecipe(recipe(n));
    await vi.advanceTimersByTimeAsync(minute);
    await vi.waitFor(async () => expect(await stored()).toContain(`recipe-${n}`));
  };
  return { cook, forgetKeptRecipe };
}

test('the twenty that were cooked last, of which one may be cooked again', async () => {
  const { cook } = await openKitchen();
  for (let n = 1; n <= 22; n++) await cook(n);
  const lastTwenty = Array.from({ length: 20 }, (_, n) => `recipe-${n + 3}`);
  expect((await stored()).toSorted()).toEqual(lastTwenty.toSorted());
  await cook(3);
  await settled();
  expect((await stored()).toSorted()).toEqual(lastTwenty.toSorted());
  await cook(23);
  await vi.waitFor(async () => expect(await stored()).not.toContain('recipe-4'));
  expect(await stored()).toContain('recipe-3');
});

test('none that is not there any more', async () => {
  const { cook, forgetKeptRecipe } = await openKitchen();
  for (const n of [1, 2]) await cook(n);
  await forgetKeptRecipe('recipe-1');
  await settled();
  expect(await stored()).toEqual(['recipe-2']);
});
