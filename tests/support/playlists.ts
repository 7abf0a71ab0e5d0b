/** Locators and actions of playlists. */
import type { Page } from 'playwright-core';

export const playlistsOn = (page: Page) => {
  const card = (name: string) =>
    page.getByRole('listitem').filter({ has: page.getByRole('link', { name, exact: true }) });
  const dialog = page.getByRole('dialog');
  return {
    card,
    cards: page.getByRole('list', { name: /playlists/i }).getByRole('listitem'),
    names: () =>
      page
        .getByRole('list', { name: /playlists/i })
        .getByRole('heading')
        .allTextContents(),
    like: (name: string) => page.getByRole('button', { name: `Like ${name}` }),
    open: (name: string) => page.getByRole('link', { name, exact: true }).click(),
    recipes: page.getByRole('list', { name: 'Recipes' }).getByRole('heading'),
    dialog,
    search: async (text: string) => {
      await dialog.getByLabel('Recipes', { exact: true }).fill(text);
      await dialog.getByRole('button', { name: 'Search' }).click();
    },
    add: (title: string) => dialog.getByRole('button', { name: `Add to Playlist: ${title}` }),
    selected: dialog.getByRole('region', { name: 'Selected Recipes' }).getByRole('listitem'),
    choose: async (option: 'Edit' | 'Delete') => {
      await page.getByRole('button', { name: 'Playlist options' }).click();
      await page.getByRole('menuitem', { name: option }).click();
    },
  };
};
