/** A user over the publish limit is asked to wait, and keeps the text. */
import { expect, test } from 'vitest';
import { apiOf } from '../support/api-of.ts';
import type { Browsers, Person } from '../support/browsers.ts';
import { feedOn } from '../support/feed.ts';
import { describeWith } from '../support/requirements.ts';
import { withOwnServer } from '../support/with-browsers.ts';

describeWith('chromium', 'the publish limit', (chromium) => {
  let browsers: Browsers;
  let mia: Person;

  withOwnServer(
    chromium,
    async (opened) => {
      browsers = opened;
      mia = await browsers.register('Mia');
    },
    async () => ({ PUBLISH_LIMIT: '2' }),
  );

  test('shows the error of a rejected post or comment in place, and keeps its text', { tags: 'extended' }, async () => {
    browsers.allowProblems(/status of 429/);
    const { page } = mia;
    const refused = page.getByText('You have published a lot in a short time');
    const { publish } = apiOf(browsers.server, mia);
    const exhaustLimit = async () => {
      for (let accepted = true; accepted; ) {
        accepted = await publish({ title: 'One more' }).then(
          () => true,
          () => false,
        );
      }
    };
    await publish({ title: 'The first' });
    await page.goto('/community');
    await feedOn(page).post('The first').field.waitFor();
    await exhaustLimit();

    const { field, comments, addComment } = feedOn(page).post('The first');
    await addComment('How long?');
    await refused.waitFor();
    await expect.poll(() => field.inputValue()).toBe('How long?');
    expect(await comments.count()).toBe(0);

    await page.getByRole('link', { name: 'Create Post' }).click();
    await exhaustLimit();
    await page.getByLabel('Title').fill('The second');
    await page.getByLabel('Content').fill('Spelt.');
    await page.getByRole('button', { name: 'Create Post' }).click();
    await page
      .locator('form')
      .filter({ has: page.getByLabel('Title') })
      .getByText('You have published a lot')
      .waitFor();
    expect(await page.getByLabel('Title').inputValue()).toBe('The second');
    expect(await page.getByLabel('Content').inputValue()).toBe('Spelt.');
  });
});
