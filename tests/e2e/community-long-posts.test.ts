/**
 * Long posts: a card shows the beginning, and fetches the rest on demand.
 * @module-tag extended
 */
import { expect, test } from 'vitest';
import { apiOf } from '../support/api-of.ts';
import { atRest } from '../support/at-rest.ts';
import type { Browsers, Person } from '../support/browsers.ts';
import { feedOn } from '../support/feed.ts';
import { describeWith } from '../support/requirements.ts';
import { withOwnServer } from '../support/with-browsers.ts';

const story = (end: string) => `${'It rose and rose. '.repeat(300)}${end}`;

describeWith('chromium', 'long posts', (chromium) => {
  let browsers: Browsers;
  let mia: Person;
  let sam: Person;

  withOwnServer(chromium, async (opened) => {
    browsers = opened;
    [mia, sam] = await Promise.all([browsers.register('Mia'), browsers.register('Sam')]);
  });

  /** Opens the feed for both, and publishes a post that Sam receives as a live message. */
  async function publishLive(title: string, content: string) {
    await Promise.all([mia.page.goto('/community'), sam.page.goto('/community')]);
    await atRest(sam.page);
    const { id } = await apiOf(browsers.server, mia).publish({ title, content });
    const { pill, post } = feedOn(sam.page);
    const { card } = post(title);
    await pill.or(card).first().waitFor();
    if (await pill.isVisible()) await pill.click();
    await card.waitFor();
    const fetched: string[] = [];
    sam.page.on('request', (request) => {
      if (request.url().endsWith(`/api/community/${id}`)) fetched.push(request.url());
    });
    return { id, card, fetched };
  }

  test('fetches the rest once, keeps it after likes and comments, and fetches it again after a revision', async () => {
    const { id, card, fetched } = await publishLive('Sourdough', story('Then it fell.'));
    expect(await card.innerText()).not.toContain('Then it fell.');
    await card.getByRole('button', { name: 'Show more' }).click();
    await card.getByText('Then it fell.').waitFor();

    const api = apiOf(browsers.server, mia);
    await api.like(id);
    await api.comment(id, 'A pity');
    await card.getByRole('listitem').getByText('A pity').waitFor();
    expect(await card.innerText()).toContain('Then it fell.');
    await card.getByRole('button', { name: 'Show less' }).click();
    await card.getByText('Then it fell.').waitFor({ state: 'detached' });
    await card.getByRole('button', { name: 'Show more' }).click();
    await card.getByText('Then it fell.').waitFor();
    expect(fetched).toHaveLength(1);

    await api.revise(id, { title: 'Sourdough', content: story('Then it stood.') });
    await card.getByText('Then it stood.').waitFor();
    expect(await card.innerText()).not.toContain('Then it fell.');
    expect(fetched).toHaveLength(2);
  });

  test('shows a failed fetch in the card, with a retry', async () => {
    browsers.allowProblems(/status of 500/);
    const { id, card } = await publishLive('Rye', story('Dense, but good.'));
    const { page } = sam;
    await page.route(`**/api/community/${id}`, (route) => route.fulfill({ status: 500 }));
    await card.getByRole('button', { name: 'Show more' }).click();
    await card.getByText('Failed to fetch post').waitFor();
    await page.unroute(`**/api/community/${id}`);
    await card.getByRole('button', { name: 'Try again' }).click();
    await card.getByText('Dense, but good.').waitFor();
    await card.getByText('Failed to fetch post').waitFor({ state: 'detached' });
  });

  test('shows an error each time the editor cannot fetch the post, and opens once it can', async () => {
    browsers.allowProblems(/status of 500/);
    const { id } = await apiOf(browsers.server, mia).publish({ title: 'Emmer', content: story('Old.') });
    const { page } = mia;
    await page.goto('/community');
    await atRest(page);
    await page.route(`**/api/community/${id}`, (route) => route.fulfill({ status: 500 }));
    for (let n = 0; n < 2; n++) {
      await feedOn(page).post('Emmer').choose('Edit');
      const notice = page.getByRole('alert').filter({ hasText: 'Failed to fetch post' });
      await notice.waitFor();
      await notice.getByRole('button', { name: 'Close' }).click();
      await notice.waitFor({ state: 'detached' });
    }
    await page.unroute(`**/api/community/${id}`);
    await feedOn(page).post('Emmer').choose('Edit');
    const content = page.getByRole('dialog', { name: 'Edit post' }).getByLabel('Content');
    await expect.poll(() => content.inputValue()).toBe(story('Old.'));
  });

  test('edits the whole content, even of a post that another device has published', async () => {
    const { id } = await apiOf(browsers.server, mia).publish({ title: 'Spelt', content: story('Nutty.') });
    await mia.page.goto('/community');
    await feedOn(mia.page).post('Spelt').choose('Edit');
    const content = mia.page.getByRole('dialog', { name: 'Edit post' }).getByLabel('Content');
    await expect.poll(() => content.inputValue()).toBe(story('Nutty.'));
    await content.fill(story('Nutty, and sweet.'));
    await mia.page.getByRole('button', { name: 'Save' }).click();
    await mia.page.getByRole('dialog').waitFor({ state: 'detached' });
    const { card } = feedOn(mia.page).post('Spelt');
    const fetched: string[] = [];
    mia.page.on('request', (request) => {
      if (request.url().endsWith(`/api/community/${id}`)) fetched.push(request.url());
    });
    await card.getByRole('button', { name: 'Show more' }).click();
    await card.getByText('Nutty, and sweet.').waitFor();
    // The page has the saved content already.
    expect(fetched).toEqual([]);
  });
});
