/** Locators and actions of the recipe screens. */
import type { BrowserContext, Locator, Page } from 'playwright-core';

export const recipesOn = (page: Page) => ({
  cards: page.getByRole('article'),
  card: (title: string) =>
    page.getByRole('article').filter({ has: page.getByRole('link', { name: title, exact: true }) }),
  pill: page.getByRole('button', { name: /new recipes?$/ }),
  ingredient: (name: string) => page.getByRole('checkbox', { name }),
  selectAll: page.getByRole('checkbox', { name: /^Select All/ }),
  addToList: page.getByRole('button', { name: 'Add to Grocery List' }),
  choose: async (option: 'Edit' | 'Make it yours' | 'Withdraw') => {
    await page.getByRole('button', { name: 'Recipe options' }).click();
    await page.getByRole('menuitem', { name: option }).click();
  },
  search: page.getByRole('combobox', { name: 'Search recipes' }),
  suggestions: page.getByRole('option'),
});

export const isIndeterminate = (checkbox: Locator): Promise<boolean> =>
  checkbox.evaluate((box: HTMLInputElement) => box.indeterminate);

export const formOn = (page: Page) => ({
  type: page.getByLabel('Recipe Type'),
  imageUrl: page.getByLabel('Image URL'),
  videoUrl: page.getByLabel('Video URL'),
  title: page.getByLabel('Title'),
  author: page.getByLabel('Author'),
  addIngredient: async (amount: string, unit: string, name: string) => {
    await page.getByLabel('Amount').fill(amount);
    await page.getByLabel('Unit').fill(unit);
    await page.getByLabel('Ingredient', { exact: true }).fill(name);
    await page.getByRole('button', { name: 'Add', exact: true }).click();
  },
  addStep: async (text: string) => {
    await page.getByLabel('Instruction', { exact: true }).fill(text);
    await page.getByRole('button', { name: 'Add Step' }).click();
  },
  ingredients: page.getByRole('group', { name: 'Ingredients' }).getByRole('listitem'),
  steps: page.getByRole('group', { name: 'Instructions' }).getByRole('listitem'),
  addAll: page.getByRole('button', { name: 'Add All to Grocery List' }),
  create: page.getByRole('button', { name: 'Create Recipe' }),
});

/** Stubs the video players, which the tests cannot reach. A stub sends a message when it loads and when it receives one. */
export async function stubPlayers(context: BrowserContext, message: string): Promise<void> {
  const script = `
    parent.postMessage(${JSON.stringify(message)}, '*');
    addEventListener('message', ({ source }) => source.postMessage(${JSON.stringify(message)}, '*'));`;
  await context.route(/^https:[/]{2}www[.](youtube-nocookie|tiktok)[.]com[/]/, (route) =>
    route.fulfill({ contentType: 'text/html', body: `<!doctype html><p>A player</p><script>${script}</script>` }),
  );
}
