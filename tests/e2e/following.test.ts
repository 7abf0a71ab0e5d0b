/** Following people, and the feed of those one follows, as two users see it at the same time. */
import { expect, test } from 'vitest';
import { accessibilityFindings, overflowingElements } from '../support/accessibility.ts';
import { apiOf } from '../support/api-of.ts';
import { atRest } from '../support/at-rest.ts';
import type { Browsers, Person } from '../support/browsers.ts';
import { feedOn } from '../support/feed.ts';
import { describeWith } from '../support/requirements.ts';
import { withBrowsers } from '../support/with-browsers.ts';

describeWith('chromium', 'following', (chromium) => {
  let browsers: Browsers;
  let ida: Person;
  let tom: Person;

  withBrowsers(chromium, async (opened) => {
    browsers = opened;
    [ida, tom] = await Promise.all([browsers.register('Ida Follower'), browsers.register('Tom Followed')]);
  });

  test('begins on the page of a person, and shows their posts in a feed of its own, live on all devices', async () => {
    const { page } = ida;
    await apiOf(browsers.server, tom).publish({ title: 'Followed borscht' });
    await page.goto('/community/following');
    await page.getByRole('heading', { name: 'You follow nobody yet' }).waitFor();
    const other = await ida.context.newPage();
    await other.goto(`/people/${tom.session.uid}`);
    await other.getByText('0 followers · follows 0').waitFor();
    await other.getByRole('button', { name: 'Follow Tom Followed' }).click();
    await other.getByText('1 follower · follows 0').waitFor();
    await feedOn(page).post('Followed borscht').card.waitFor();

    await apiOf(browsers.server, tom).publish({ title: 'Followed blini' });
    await feedOn(page).pill.click();
    await feedOn(page).post('Followed blini').card.waitFor();
    expect(await feedOn(page).posts.count()).toBe(2);

    await other.getByRole('button', { name: 'Following Tom Followed' }).click();
    await page.getByRole('heading', { name: 'You follow nobody yet' }).waitFor();
    expect(await feedOn(page).posts.count()).toBe(0);
    await other.close();
  });

  test('is possible from the menu of a post, can be undone, and is listed for the user only', async () => {
    const { page } = ida;
    await apiOf(browsers.server, tom).publish({ title: 'Followed dumplings' });
    await page.goto('/community');
    const { card } = feedOn(page).post('Followed dumplings');
    await card.getByRole('button', { name: 'More about Tom Followed' }).click();
    await page.getByRole('menuitem', { name: 'Follow Tom Followed' }).click();
    await page.getByText('Following Tom Followed', { exact: true }).waitFor();
    await page.getByRole('link', { name: 'Following', exact: true }).click();
    await feedOn(page).post('Followed dumplings').card.waitFor();

    await page.goto(`/people/${ida.session.uid}?show=following`);
    await page.getByRole('button', { name: 'Unfollow Tom Followed' }).click();
    await page.getByRole('heading', { name: 'You follow nobody yet' }).waitFor();
    await page.getByRole('button', { name: 'Undo' }).click();
    await page.getByRole('link', { name: 'Tom Followed' }).waitFor();
    await page.goto(`/people/${tom.session.uid}`);
    await page.getByText('1 follower · follows 0').waitFor();
    expect(await page.getByRole('link', { name: 'Following', exact: true }).count()).toBe(0);
  });

  test.each([
    [360, 'light'],
    [768, 'dark'],
  ] as const)('is accessible and fits %s px, in %s mode', { tags: 'extended' }, async (width, colorScheme) => {
    const person = await browsers.register('Wilhelmina Featherstonehaugh-Cholmondeley');
    await apiOf(browsers.server, tom).publish({ title: `Followed broth of ${width}` });
    const { page } = await browsers.signIn(person, { viewport: { width, height: 780 }, colorScheme });
    const check = async () => {
      await atRest(page);
      expect([await accessibilityFindings(page), await overflowingElements(page)]).toEqual([[], []]);
    };
    await page.goto('/community/following');
    await page.getByRole('button', { name: 'Follow Tom Followed' }).waitFor();
    await check();
    await page.getByRole('button', { name: 'Follow Tom Followed' }).click();
    await feedOn(page).post(`Followed broth of ${width}`).card.waitFor();
    await check();
    await page.goto(`/people/${person.session.uid}?show=following`);
    await page.getByRole('button', { name: 'Unfollow Tom Followed' }).waitFor();
    await check();
    await page.goto('/community/new');
    await page.getByLabel('Title').fill('A draft with a long title, so that its end is cut off in the list of drafts');
    await page.getByRole('button', { name: 'Drafts (1)' }).click();
    await page.getByRole('dialog', { name: 'Drafts' }).waitFor();
    await check();
  });
});
