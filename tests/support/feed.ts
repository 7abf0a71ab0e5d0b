/** Locators and actions of the community feed and the post forms. */
import type { Locator, Page } from 'playwright-core';
import { apiOf } from './api-of.ts';
import { atRest } from './at-rest.ts';
import type { Person } from './browsers.ts';
import type { ServerAddress } from './running-server.ts';

export const feedOn = (page: Page) => ({
  posts: page.getByRole('article'),
  post: (title: string) => postIn(page, page.getByRole('article', { name: title, exact: true })),
  pill: page.getByRole('button', { name: /new posts?$/ }),
});

const postIn = (page: Page, card: Locator) => ({
  card,
  like: card.getByRole('button', { name: /^Like/ }),
  comment: (text: string) => card.getByRole('listitem').filter({ has: page.getByText(text, { exact: true }) }),
  comments: card.getByRole('listitem'),
  commentCount: card.getByRole('button', { name: /^\d+ comments?$/ }),
  field: card.getByPlaceholder('Write a comment...'),
  send: card.getByRole('button', { name: 'Send comment' }),
  olderComments: card.getByRole('button', { name: 'Show older comments' }),
  addComment: async (text: string) => {
    await card.getByPlaceholder('Write a comment...').fill(text);
    await card.getByRole('button', { name: 'Send comment' }).click();
  },
  choose: async (option: 'Edit' | 'Delete') => {
    await card.getByRole('button', { name: 'Post options' }).click();
    await page.getByRole('menuitem', { name: option }).click();
  },
});

/** Publishes a post with the simple form, opened from the feed, and waits until the feed shows it. */
export async function writePost(page: Page, title: string, content: string): Promise<void> {
  await page.getByRole('link', { name: 'Create Post' }).click();
  await page.getByLabel('Title').fill(title);
  await page.getByLabel('Content').fill(content);
  await page.getByRole('button', { name: 'Create Post' }).click();
  await feedOn(page).post(title).card.waitFor();
}

/** Opens the feed for both, with a new post of the author on top, and waits until both pages are at rest. */
export async function openPostForBoth(server: ServerAddress, author: Person, reader: Person, title: string) {
  const { id } = await apiOf(server, author).publish({ title });
  await Promise.all([author.page.goto('/community'), reader.page.goto('/community')]);
  const [authorView, readerView] = [feedOn(author.page).post(title), feedOn(reader.page).post(title)];
  await Promise.all([authorView.card.waitFor(), readerView.card.waitFor()]);
  await Promise.all([atRest(author.page), atRest(reader.page)]);
  return { id, authorView, readerView };
}
