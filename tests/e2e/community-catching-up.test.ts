/** What came before on the community feed: older comments and posts, and what one missed while one was away. */
import { expect, test } from 'vitest';
import type { PostPage } from '../../server/core/contracts/community.ts';
import { apiOf } from '../support/api-of.ts';
import { atRest } from '../support/at-rest.ts';
import { type Browsers, connectionErrors, type Person } from '../support/browsers.ts';
import { bothSee, feedOn, writePost } from '../support/feed.ts';
import { describeWith } from '../support/requirements.ts';
import { withBrowsers } from '../support/with-browsers.ts';

/** A browser that is busy tells several states of an element at once, the oldest first. */
const laggingObservers = `
  window.IntersectionObserver = class extends IntersectionObserver {
    constructor(tell, options) {
      super((entries, observer) => tell([{ isIntersecting: false }, ...entries], observer), options);
    }
  };
`;

describeWith('chromium', 'catching up with the community', (chromium) => {
  let browsers: Browsers;
  let mia: Person;
  let sam: Person;

  withBrowsers(chromium, async (opened) => {
    browsers = opened;
    [mia, sam] = await Promise.all([browsers.register('Mia'), browsers.register('Sam')]);
  });

  test('older comments are shown on demand, in their order', async () => {
    const api = apiOf(browsers.server, mia);
    const { id } = await api.publish({ title: 'A long talk' });
    const said = Array.from({ length: 30 }, (_, n) => `Remark ${n + 1}`);
    const ids: string[] = [];
    for (const text of said) ids.push((await api.comment(id, text)).id);
    const visitor = await browsers.visit('/community');

    const { comments, olderComments, commentCount } = feedOn(visitor.page).post('A long talk');
    const shown = async () => (await comments.allInnerTexts()).map((text) => /Remark \d+/.exec(text)?.[0]);
    await comments.first().waitFor();
    await expect.poll(() => commentCount.innerText()).toBe('30 comments');
    await expect.poll(shown).toEqual(said.slice(-5));
    await api.deleteComment(id, ids[25] ?? '');
    await expect.poll(shown).toEqual(said.slice(-4));
    said.splice(25, 1);
    await atRest(visitor.page);
    await olderComments.click();
    // 19 are left of what was read; 20, when the feed was read again since.
    await expect.poll(async () => (await shown()).slice(-19)).toEqual(said.slice(-19));
    await olderComments.click();
    await expect.poll(shown).toEqual(said);
    await olderComments.waitFor({ state: 'detached' });
  });

  test('older comments that were asked for come, also when the feed is read again meanwhile', async () => {
    const api = apiOf(browsers.server, mia);
    const { id } = await api.publish({ title: 'A busy talk' });
    const ids: string[] = [];
    for (let n = 1; n <= 30; n++) ids.push((await api.comment(id, `Remark ${n}`)).id);
    const { page } = await browsers.visit('/community');
    const { comments, olderComments, like } = feedOn(page).post('A busy talk');
    const shown = async () => (await comments.allInnerTexts()).map((text) => Number(/Remark (\d+)/.exec(text)?.[1]));
    const numbers = (from: number, to: number) => Array.from({ length: to - from + 1 }, (_, n) => from + n);
    await expect.poll(shown).toEqual(numbers(26, 30));
    await atRest(page);
    await olderComments.click();
    await expect.poll(shown).toEqual(numbers(11, 30));

    // By this number of likes the page shows that it has read the feed again.
    await page.route(/\/api\/community\?/, async (route) => {
      const response = await route.fetch();
      const json: PostPage = await response.json();
      const items = json.items.map((post) => (post.id === id ? { ...post, likeCount: 7 } : post));
      await route.fulfill({ response, json: { ...json, items } });
    });
    let asked = 0;
    await page.route(/\/comments\?cursor=/, async (route) => {
      const answer = await route.fetch();
      // What the page begins with is another comment now.
      if (asked++ === 0) {
        for (const said of ids.slice(10, 13)) await api.deleteComment(id, said);
        await expect.poll(shown).toEqual(numbers(14, 30));
        await page.evaluate(() => dispatchEvent(new Event('online')));
        await like.getByText('7').waitFor();
      }
      await route.fulfill({ response: answer });
    });
    await olderComments.click();
    await expect.poll(shown).toEqual([...numbers(1, 10), ...numbers(14, 30)]);
    await olderComments.waitFor({ state: 'detached' });
  });

  test('reading on brings older posts, page by page, each once', async () => {
    const api = apiOf(browsers.server, mia);
    await api.publish({ title: 'The first of many' });
    for (let n = 1; n <= 30; n++) await api.publish({ title: `Bread ${n}` });
    const { page } = await browsers.openVisitor();
    await page.addInitScript(laggingObservers);
    const cursors: (string | null)[] = [];
    page.on('request', (request) => {
      const { pathname, searchParams } = new URL(request.url());
      if (pathname === '/api/community') cursors.push(searchParams.get('cursor'));
    });
    await page.goto('/community');
    const { posts, post } = feedOn(page);
    await posts.first().waitFor();
    await expect.poll(() => post('The first of many').card.count()).toBe(0);

    await expect
      .poll(async () => {
        await page.keyboard.press('End');
        return post('The first of many').card.count();
      })
      .toBe(1);
    const titles = await posts.getByRole('heading').allTextContents();
    expect(titles.slice(0, 3)).toEqual(['Bread 30', 'Bread 29', 'Bread 28']);
    expect(new Set(titles).size).toBe(titles.length);
    // A page is read again when the live connection stands, so only the posts are counted, not the requests.
    expect(new Set(cursors).size).toBeGreaterThan(3);
  });

  test('a browser that was away shows what it missed when it is back, without being asked', async () => {
    browsers.allowProblems(connectionErrors);
    await bothSee(browsers.server, mia, sam, 'Burnt rolls');
    const { mine, his } = await bothSee(browsers.server, mia, sam, 'Rolls');
    await atRest(sam.page);
    const polls: string[] = [];
    sam.page.on('request', (request) => {
      if (request.url().includes('transport=polling')) polls.push(request.url());
    });
    await sam.line.cut();

    await mine.like.click();
    await mine.say('While you were out');
    await feedOn(mia.page).post('Burnt rolls').choose('Delete');
    await mia.page.getByRole('button', { name: 'Delete post' }).click();
    await writePost(mia.page, 'Warm rolls', 'Still warm.');
    const { post, pill } = feedOn(sam.page);
    await expect.poll(() => his.comments.count()).toBe(0);
    await expect.poll(() => pill.count()).toBe(0);

    await sam.line.restore();
    await his.like.getByText('1').waitFor();
    await his.comment('While you were out').waitFor();
    await post('Burnt rolls').card.waitFor({ state: 'detached' });
    await expect.poll(() => pill.innerText()).toBe('1 new post');
    // Who once turns to long polling stays with it.
    expect(polls).toEqual([]);
  });

  test('after kill -9 everything is there, and the browsers come back by themselves and catch up', async () => {
    browsers.allowProblems(connectionErrors);
    const { id, mine, his } = await bothSee(browsers.server, mia, sam, 'Before the crash');
    const api = apiOf(browsers.server, mia);
    await his.like.click();
    await mine.like.getByText('1').waitFor();
    await Promise.all([atRest(mia.page), atRest(sam.page)]);

    await browsers.server.kill();
    // What cannot be sent is taken back, and said.
    await his.like.click();
    await sam.page.getByRole('alert').getByText('Failed to like post').waitFor();
    await expect.poll(() => his.like.getAttribute('aria-pressed')).toBe('true');

    await browsers.server.start();
    await browsers.server.accounts();
    await api.comment(id, 'Nothing is lost');
    await his.comment('Nothing is lost').waitFor();
    await his.like.getByText('1').waitFor();
    // And then it is live again, also for what needs an account.
    await his.say('Indeed');
    await mine.comment('Indeed').waitFor();
    const again = await browsers.signIn(sam);
    await again.page.goto('/community');
    await feedOn(again.page).post('Before the crash').comment('Indeed').waitFor();
  });
});
