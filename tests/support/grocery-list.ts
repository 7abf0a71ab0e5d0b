/** The grocery list, as one finds one's way on it. */
import type { Page } from 'playwright-core';
import { apiOf } from './api-of.ts';
import { atRest } from './at-rest.ts';
import type { Person } from './household.ts';
import type { RunningServer } from './running-server.ts';

export const listOn = (page: Page) => {
  const box = page.getByRole('combobox', { name: 'Add or search' });
  const item = (name: string) => page.getByRole('listitem').filter({ has: page.getByText(name, { exact: true }) });
  return {
    box,
    item,
    items: page.getByRole('main').getByRole('listitem'),
    /** Types into the box as it stands there, and takes the first row. */
    add: async (text: string) => {
      await box.fill(text);
      await box.press('Enter');
    },
    /** The box in front of an item. */
    check: (name: string) => item(name).getByRole('checkbox'),
    /** Presses the row. */
    press: (name: string) => item(name).getByText(name, { exact: true }).click(),
    remove: (name: string) =>
      item(name)
        .getByRole('button', { name: `Remove ${name}` })
        .click(),
    /** Opens the dialog that changes an item. */
    edit: async (name: string) => {
      await item(name)
        .getByRole('button', { name: `Edit ${name}` })
        .click();
      const dialog = page.getByRole('dialog', { name: 'Edit item' });
      await dialog.waitFor();
      return dialog;
    },
    clear: () => page.getByRole('button', { name: 'Clear List' }).click(),
    undo: page.getByRole('button', { name: 'Undo' }),
    section: (name: string) => page.getByRole('region', { name, exact: true }).getByRole('listitem'),
    suggestions: page.getByRole('option'),
    status: page.getByText(/^(Live|Connecting|Offline|\d+ changes? waiting)$/),
  };
};

/** A user's list on each of their browsers: empty, followed live, and at rest. */
export async function openEmptyList(server: RunningServer, browsers: readonly [Person, ...Person[]]): Promise<void> {
  await apiOf(server, browsers[0]).clearGroceries();
  await Promise.all(
    browsers.map(async ({ page }) => {
      await page.goto('/grocery-list');
      // What could not be added in a test that failed is in it.
      await listOn(page).box.fill('');
      await page.getByText('Your grocery list is empty').waitFor();
      await page.getByText('Live', { exact: true }).waitFor();
      await atRest(page);
    }),
  );
}
