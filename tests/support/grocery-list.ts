/** Locators and actions of the grocery list. */
import type { Locator, Page } from 'playwright-core';
import { apiOf } from './api-of.ts';
import { atRest } from './at-rest.ts';
import type { Person } from './browsers.ts';
import type { ServerAddress } from './running-server.ts';

export const listOn = (page: Page) => {
  const box = page.getByRole('combobox', { name: 'Add or search' });
  const item = (name: string) => page.getByRole('listitem').filter({ has: page.getByText(name, { exact: true }) });
  return {
    box,
    item,
    items: page.getByRole('main').getByRole('listitem'),
    /** Types a text into the box and selects the first option. */
    add: async (text: string) => {
      await box.fill(text);
      await box.press('Enter');
    },
    /** The checkbox of an item. */
    check: (name: string) => item(name).getByRole('checkbox'),
    /** Clicks the item's row. */
    press: (name: string) => item(name).getByText(name, { exact: true }).click(),
    remove: (name: string) =>
      item(name)
        .getByRole('button', { name: `Remove ${name}` })
        .click(),
    /** Opens the dialog to edit an item. */
    edit: async (name: string) => {
      await item(name)
        .getByRole('button', { name: `Edit ${name}` })
        .click();
      const dialog = page.getByRole('dialog', { name: 'Edit item' });
      await dialog.waitFor();
      return dialog;
    },
    /** Removes all items, as the dialog of the button asks. */
    clear: async () => {
      await page.getByRole('button', { name: 'Clear List' }).click();
      await page.getByRole('dialog', { name: 'Clear List' }).getByRole('button', { name: 'Clear all' }).click();
    },
    undo: page.getByRole('button', { name: 'Undo' }),
    section: (name: string) => page.getByRole('region', { name, exact: true }).getByRole('listitem'),
    suggestions: page.getByRole('option'),
    status: page.getByText(/^(Live|Connecting|Offline|\d+ changes? waiting)$/),
  };
};

/** Opens a user's empty list in each of their browsers, and waits until all are live and at rest. */
export async function openEmptyList(server: ServerAddress, browsers: readonly [Person, ...Person[]]): Promise<void> {
  await apiOf(server, browsers[0]).clearGroceries();
  await Promise.all(
    browsers.map(async ({ page }) => {
      await page.goto('/grocery-list');
      // A failed test may have left text in it.
      await listOn(page).box.fill('');
      await page.getByText('Your grocery list is empty').waitFor();
      await page.getByText('Live', { exact: true }).waitFor();
      await atRest(page);
    }),
  );
}

/** Fills fields of the dialog to edit an item, and saves it. */
export async function saveItem(dialog: Locator, fields: Readonly<Record<string, string>>): Promise<void> {
  for (const [label, text] of Object.entries(fields)) await dialog.getByLabel(label).fill(text);
  await dialog.getByRole('button', { name: 'Save' }).click();
}
