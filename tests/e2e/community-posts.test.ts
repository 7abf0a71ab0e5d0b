/** A post's own page, as two users and a visitor see it at the same time. */

import { expect, test } from 'vitest';
import { accessibilityFindings, overflowingElements } from '../support/accessibility.ts';
import { registerAccount } from '../support/accounts.ts';
import { apiOf } from '../support/api-of.ts';
import { type Browsers, logIn, type Person } from '../support/browsers.ts';
import { feedOn } from '../support/feed.ts';
import { sendHeld } from '../support/held-changes.ts';
import { describeWith } from '../support/requirements.ts';
import { withBrowsers } from '../support/with-browsers.ts';

const phone = { viewport: { width: 360, height: 780 } };

describeWith('chromium', "a post's page", (chromium) => {
  let browsers: Browsers;
  let mia: Person;
  let sam: Person;

  withBrowsers(chromium, async (opened) => {
    browsers = opened;
    [mia, sam] = await Promise.all([browsers.register('Mia Post'), browsers.register('Sam Carter')]);
  });

  const publish = (title: string, content: string) => apiOf(browsers.server, mia).publish({ title, content });

  test('opens from the feed by title and time, and cold for a visitor; its addresses and hashtags are links', async () => {
    const { id } = await publish(
      'Eleven plates',
      'Notes at https://example.org/table#1, and javascript:alert(1) #Plates11',
    );
    await sam.page.goto('/community');
    const { card } = feedOn(sam.page).post('Eleven plates');
    expect(
      await card
        .getByRole('link')
        .filter({ has: sam.page.locator('time') })
        .getAttribute('href'),
    ).toBe(`/community/${id}`);
    await card.getByRole('link', { name: 'Eleven plates' }).click();
    await sam.page.waitForURL(`**/community/${id}`);
    await sam.page.getByRole('heading', { level: 1, name: 'Eleven plates' }).waitFor();

    const { page } = await browsers.visit(`/community/${id}`, phone);
    await page.getByRole('heading', { level: 1, name: 'Eleven plates' }).waitFor();
    const link = page.getByRole('link', { name: 'https://example.org/table#1' });
    expect(await link.getAttribute('rel')).toContain('noopener');
    expect(await page.getByRole('link', { name: /alert/ }).count()).toBe(0);
    expect([await accessibilityFindings(page), await overflowingElements(page)]).toEqual([[], []]);
    await page.getByRole('link', { name: '#Plates11' }).click();
    await page.getByRole('heading', { level: 1, name: '#plates11' }).waitFor();
    await feedOn(page).post('Eleven plates').card.waitFor();
    // After the login, the user is at the same list.
    const tagged = page.url();
    await page.getByRole('button', { name: /like/i }).first().click();
    await page.waitForURL('**/login');
    await logIn(page, sam);
    await page.waitForURL(tagged);
  });

  test('shows replies below their comments and likes of comments on both screens, live', async () => {
    const { id } = await publish('Dumplings', 'Folded twice.');
    await Promise.all([mia.page.goto(`/community/${id}`), sam.page.goto(`/community/${id}`)]);
    const [author, reader] = [feedOn(mia.page).post('Dumplings'), feedOn(sam.page).post('Dumplings')];
    await reader.addComment('Who made them?');
    const reply = mia.page.getByRole('button', { name: 'Reply to Sam Carter' });
    await reply.click();
    await mia.page.getByRole('button', { name: 'Cancel reply' }).press('Enter');
    await expect.poll(() => author.field.evaluate((field) => field === document.activeElement)).toBe(true);
    await reply.click();
    await expect.poll(() => author.field.inputValue()).toBe('@Sam Carter ');
    await author.field.press('End');
    await author.field.pressSequentially('I did');
    await author.send.click();
    const replies = sam.page.getByRole('list', { name: 'Replies' });
    await replies.getByText('I did').waitFor();
    const mention = replies.getByRole('link', { name: '@Sam Carter' });
    await expect.poll(() => mention.getAttribute('href')).toBe(`/people/${sam.session.uid}`);

    const likeOn = ({ page }: Person) => page.getByRole('button', { name: /the comment by Sam Carter/ });
    await likeOn(mia).click();
    await expect.poll(() => likeOn(sam).innerText()).toMatch(/^1/);
    await expect.poll(() => likeOn(mia).getAttribute('aria-pressed')).toBe('true');
    await expect.poll(() => likeOn(sam).getAttribute('aria-pressed')).toBe('false');
    await mia.page.reload();
    await expect.poll(() => likeOn(mia).getAttribute('aria-pressed')).toBe('true');

    await mention.click();
    await sam.page.getByRole('heading', { level: 1, name: 'Sam Carter' }).waitFor();
  });

  test('suggests people after an @, chosen by keyboard', async () => {
    const { id } = await publish('Guests', 'Who comes?');
    const account = { name: 'Sam Carter Lee', email: 'sam-carter-lee@example.org', password: 'ginger and lime' };
    const lee = { session: await registerAccount(browsers.server.address, account) };
    await apiOf(browsers.server, sam).comment(id, 'I do');
    await apiOf(browsers.server, lee).comment(id, 'I, too');
    await mia.page.goto(`/community/${id}`);
    const { field, card } = feedOn(mia.page).post('Guests');
    await field.pressSequentially('Welcome @sam carter');
    await mia.page.getByRole('option', { name: 'Sam Carter Lee', selected: true }).waitFor();
    await field.press('ArrowDown');
    await mia.page.getByRole('option', { name: 'Sam Carter', exact: true, selected: true }).waitFor();
    await field.press('Enter');
    await expect.poll(() => field.inputValue()).toBe('Welcome @Sam Carter ');
    await field.press('Enter');
    await card.getByRole('link', { name: '@Sam Carter' }).waitFor();
  });

  test('says so when the post is deleted meanwhile, or unknown', async () => {
    const { id } = await publish('Short-lived', 'Gone soon');
    await sam.page.goto(`/community/${id}`);
    await mia.page.goto(`/community/${id}`);
    await feedOn(mia.page).post('Short-lived').choose('Delete');
    await sendHeld(mia.page);
    for (const { page } of [mia, sam]) await page.getByRole('heading', { name: 'Post not found' }).waitFor();
    browsers.allowProblems(/status of (404|422)/);
    await sam.page.goto('/community/unknown');
    await sam.page.getByRole('heading', { name: 'Post not found' }).waitFor();
  });
});
