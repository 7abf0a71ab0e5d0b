/** Older posts and comments of the community feed, and updates missed without a connection. */

import { expect, test } from 'vitest';
import type { PostPage } from '../../server/core/contracts/community.ts';
import { apiOf } from '../support/api-of.ts';
import { atRest } from '../support/at-rest.ts';
import { type Browsers, connectionErrors, type Person } from '../support/browsers.ts';
import { feedOn, openPostForBoth, writePost } from '../support/feed.ts';
import { sendHeld } from '../support/held-changes.ts';
import { isOnScreen } from '../support/on-screen.ts';
import { describeWith } from '../support/requirements.ts';
import type { RunningServer } from '../support/running-server.ts';
import { withOwnServer } from '../support/with-browsers.ts';

/** Simulates a busy browser, which reports several states of an element at once, the oldest first. */
const laggingObservers = `
  window.IntersectionObserver = class extends IntersectionObserver {
    constructor(callback, options) {
      super((entries, observer) => callback([{ isIntersecting: false }, ...entries], observer), options);
    }
  };
`;

describeWith('chromium', 'catching up with the community', (chromium) => {
  let browsers: Browsers<RunningServer>;
  let mia: Person;
  let sam: Person;

  withOwnServer(chromium, async (opened) => {
    browsers = opened;
    [mia, sam] = await Promise.all([browsers.register('Mia'), browsers.register('Sam')]);
  });

  test('shows older comments on demand, in order', { tags: 'extended' }, async () => {
    const api = apiOf(browsers.server, mia);
    const { id } = await api.publish({ title: 'A long talk' });
    const texts = Array.from({ length: 30 }, (_, n) => `Remark ${n + 1}`);
    const ids: string[] = [];
    for (const text of texts) ids.push((await api.comment(id, text)).id);
    const visitor = await browsers.visit('/community');

    const { comments, olderComments, commentCount } = feedOn(visitor.page).post('A long talk');
    const shown = async () => (await comments.allInnerTexts()).map((text) => /Remark \d+/.exec(text)?.[0]);
    await comments.first().waitFor();
    await expect.poll(() => commentCount.innerText()).toBe('30 comments');
    await expect.poll(shown).toEqual(texts.slice(-5));
    await api.deleteComment(id, ids[25] ?? '');
    await expect.poll(shown).toEqual(texts.slice(-4));
    texts.splice(25, 1);
    await atRest(visitor.page);
    await olderComments.click();
    // The first page has 19 of the remaining comments, or 20 if the feed was fetched again.
    await expect.poll(async () => (await shown()).slice(-19)).toEqual(texts.slice(-19));
    await olderComments.click();
    await expect.poll(shown).toEqual(texts);
    await olderComments.waitFor({ state: 'detached' });

    // A link to one of these, as in a notification, fetches them.
    await visitor.page.goto(`/community/${id}#comment-${ids[0]}`);
    const first = visitor.page.getByText('Remark 1', { exact: true });
    await first.waitFor();
    await expect.poll(() => isOnScreen(first)).toBe(true);
  });

  test('shows requested older comments even if the feed is fetched again meanwhile', { tags: 'extended' }, async () => {
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

    // This like count shows that the page has fetched the feed again.
    await page.route(/\/api\/community\?/, async (route) => {
      const response = await route.fetch();
      const json: PostPage = await response.json();
      const items = json.items.map((post) => (post.id === id ? { ...post, likeCount: 7 } : post));
      await route.fulfill({ response, json: { ...json, items } });
    });
    let requests = 0;
    await page.route(/\/comments\?cursor=/, async (route) => {
      const response = await route.fetch();
      // Deletes the comments at the start of the page, so that it starts with another one.
      if (requests++ === 0) {
        for (const commentId of ids.slice(10, 13)) await api.deleteComment(id, commentId);
        await expect.poll(shown).toEqual(numbers(14, 30));
        await page.evaluate(() => dispatchEvent(new Event('online')));
        await like.getByText('7').waitFor();
      }
      await route.fulfill({ response });
    });
    await olderComments.click();
    await expect.poll(shown).toEqual([...numbers(1, 10), ...numbers(14, 30)]);
    await olderComments.waitFor({ state: 'detached' });
  });

  test('loads older posts page by page on scrolling, each once', async () => {
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
    // Counts the pages, not the requests: a page is fetched again when the live connection opens.
    expect(new Set(cursors).size).toBeGreaterThan(3);
  });

  test('shows missed updates after a reconnect, without a reload', { tags: 'extended' }, async () => {
    browsers.allowProblems(connectionErrors);
    await openPostForBoth(browsers.server, mia, sam, 'Burnt rolls');
    const { authorView, readerView } = await openPostForBoth(browsers.server, mia, sam, 'Rolls');
    await atRest(sam.page);
    const polls: string[] = [];
    sam.page.on('request', (request) => {
      if (request.url().includes('transport=polling')) polls.push(request.url());
    });
    await sam.line.cut();

    await authorView.like.click();
    await authorView.addComment('While you were out');
    await feedOn(mia.page).post('Burnt rolls').choose('Delete');
    await sendHeld(mia.page);
    await writePost(mia.page, 'Warm rolls', 'Still warm.');
    const { post, pill } = feedOn(sam.page);
    await expect.poll(() => readerView.comments.count()).toBe(0);
    await expect.poll(() => pill.count()).toBe(0);

    await sam.line.restore();
    await readerView.like.getByText('1').waitFor();
    await readerView.comment('While you were out').waitFor();
    await post('Burnt rolls').card.waitFor({ state: 'detached' });
    await expect.poll(() => pill.innerText()).toBe('1 new post');
    // A client that falls back to long polling would stay with it.
    expect(polls).toEqual([]);
  });

  test('sends likes and comments made offline later, and asks before the page closes and loses them', async () => {
    browsers.allowProblems(connectionErrors);
    const { authorView } = await openPostForBoth(browsers.server, mia, sam, 'Cold rolls');
    const { page, context } = await browsers.signIn(sam);
    await page.goto('/community');
    const view = feedOn(page).post('Cold rolls');
    await view.card.waitFor();
    await atRest(page);
    await context.setOffline(true);
    await view.like.click();
    await view.addComment('From the cellar');
    await page.getByText('2 changes waiting').waitFor();
    const dialogs: string[] = [];
    page.on('dialog', async (dialog) => {
      dialogs.push(dialog.type());
      await dialog.dismiss();
    });
    await page.evaluate(() => location.reload());
    await expect.poll(() => dialogs).toEqual(['beforeunload']);
    await context.setOffline(false);
    await authorView.comment('From the cellar').waitFor();
    await authorView.like.getByText('1').waitFor();
    await page.getByText(/changes? waiting/).waitFor({ state: 'detached' });
  });

  test('loses nothing on kill -9 of the server, and reconnects and catches up by itself', async () => {
    browsers.allowProblems(connectionErrors);
    const { id, authorView, readerView } = await openPostForBoth(browsers.server, mia, sam, 'Before the crash');
    const api = apiOf(browsers.server, mia);
    await readerView.like.click();
    await authorView.like.getByText('1').waitFor();
    await Promise.all([atRest(mia.page), atRest(sam.page)]);

    await browsers.server.kill();
    await readerView.like.click();
    await sam.page.getByText('1 change waiting').waitFor();
    await expect.poll(() => readerView.like.getAttribute('aria-pressed')).toBe('false');

    await browsers.server.start();
    await browsers.server.accounts();
    await api.comment(id, 'Nothing is lost');
    await readerView.comment('Nothing is lost').waitFor();
    await authorView.like.getByText('1').waitFor({ state: 'detached' });
    await sam.page.getByText('1 change waiting').waitFor({ state: 'detached' });
    // Live updates and calls with an account work again.
    await readerView.addComment('Indeed');
    await authorView.comment('Indeed').waitFor();
    const { page } = await browsers.signIn(sam);
    await page.goto('/community');
    await feedOn(page).post('Before the crash').comment('Indeed').waitFor();
  });
});
