/** The community feed, as two users see it at the same time. */

import { describe, expect, test } from 'vitest';
import type { Browsers, Person } from '../support/browsers.ts';
import { feedOn, openPostForBoth, writePost } from '../support/feed.ts';
import { sendHeld, undoOn } from '../support/held-changes.ts';
import { topOf } from '../support/place.ts';
import { describeWith } from '../support/requirements.ts';
import { withOwnServer } from '../support/with-browsers.ts';

describeWith('chromium', 'the community feed', (chromium) => {
  let browsers: Browsers;
  let mia: Person;
  let sam: Person;

  withOwnServer(chromium, async (opened) => {
    browsers = opened;
    [mia, sam] = await Promise.all([browsers.register('Mia'), browsers.register('Sam')]);
  });

  test('replaces the empty state by the first post, on both screens', async () => {
    await Promise.all([mia.page.goto('/community'), sam.page.goto('/community')]);
    await sam.page.getByRole('heading', { name: 'No posts yet' }).waitFor();
    await writePost(mia.page, 'Sourdough at last', 'Three days, one loaf.');

    for (const { page } of [mia, sam]) {
      const { card, like, commentCount } = feedOn(page).post('Sourdough at last');
      await card.getByText('Three days, one loaf.').waitFor();
      await expect.poll(() => card.innerText()).toMatch(/^M\s+Mia\s+(?:Just now|\d min ago)\s+Sourdough at last/u);
      await expect.poll(() => like.innerText()).toContain('0');
      await expect.poll(() => commentCount.innerText()).toBe('0 comments');
    }
  });

  test('collects new posts in a pill, so that the feed does not move, until it is pressed', async () => {
    const { readerView } = await openPostForBoth(browsers.server, mia, sam, 'Pita');
    const { posts, post, pill } = feedOn(sam.page);
    const [before, shown] = [await topOf(readerView.card), await posts.count()];
    await writePost(mia.page, 'Focaccia', 'Salt on top.');
    await pill.waitFor();
    await expect.poll(() => pill.innerText()).toBe('1 new post');
    await writePost(mia.page, 'Grissini', 'Thin ones.');
    await sam.page.getByRole('button', { name: '2 new posts' }).waitFor();
    await expect.poll(() => posts.count()).toBe(shown);
    expect(await topOf(readerView.card)).toBe(before);

    await pill.click();
    await post('Grissini').card.waitFor();
    await expect
      .poll(async () => (await posts.getByRole('heading').allTextContents()).slice(0, 3))
      .toEqual(['Grissini', 'Focaccia', 'Pita']);
    await pill.waitFor({ state: 'detached' });
    // The author gets no pill for their own posts.
    await expect.poll(() => feedOn(mia.page).posts.count()).toBe(shown + 2);
    await expect.poll(() => feedOn(mia.page).pill.count()).toBe(0);
  });

  test('counts a like on both screens, marks it only for the user who likes, and removes it on a second press', async () => {
    const { authorView, readerView } = await openPostForBoth(browsers.server, mia, sam, 'Brioche');
    const before = await topOf(authorView.card);

    await readerView.like.click();
    await authorView.like.getByText('1').waitFor();
    await expect.poll(() => readerView.like.getAttribute('aria-pressed')).toBe('true');
    await expect.poll(() => authorView.like.getAttribute('aria-pressed')).toBe('false');
    await authorView.like.click();
    await readerView.like.getByText('2').waitFor();

    await readerView.like.click();
    await authorView.like.getByText('1').waitFor();
    await expect.poll(() => readerView.like.getAttribute('aria-pressed')).toBe('false');
    await expect.poll(() => authorView.like.getAttribute('aria-pressed')).toBe('true');
    expect(await topOf(authorView.card)).toBe(before);
  });

  test('shows new and deleted comments on both screens, and sends no blank one', async () => {
    const { authorView, readerView } = await openPostForBoth(browsers.server, mia, sam, 'Schiacciata');
    await expect.poll(() => readerView.send.isDisabled()).toBe(true);
    await readerView.field.fill('   ');
    await expect.poll(() => readerView.send.isDisabled()).toBe(true);
    await readerView.field.press('Enter');
    await readerView.addComment('  With rosemary?  ');

    await authorView.comment('With rosemary?').waitFor();
    await expect
      .poll(() => authorView.comment('With rosemary?').innerText())
      .toMatch(/^S\s+Sam\s+(?:Just now|\d min ago)\s+With rosemary\?$/);
    await expect.poll(() => authorView.commentCount.innerText()).toBe('1 comment');
    await expect.poll(() => readerView.field.inputValue()).toBe('');
    await expect.poll(() => readerView.send.isDisabled()).toBe(true);
    await authorView.addComment('Always.');
    await readerView.comment('Always.').waitFor();
    await expect.poll(() => readerView.comments.count()).toBe(2);

    // The field grows with its text. Enter sends the comment, Shift+Enter starts a new line.
    const oneLine = await readerView.field.evaluate((field) => field.clientHeight);
    await readerView.field.fill('Salt');
    await readerView.field.press('Shift+Enter');
    await readerView.field.pressSequentially('and oil');
    await expect.poll(() => readerView.field.evaluate((field) => field.clientHeight)).toBeGreaterThan(oneLine + 20);
    await readerView.field.press('Enter');
    await authorView.card.getByText('Salt and oil').waitFor();
    const salt = readerView.comments.filter({ hasText: 'Salt' });
    await salt.getByRole('button', { name: 'Delete comment' }).click();
    await salt.waitFor({ state: 'detached' });
    await undoOn(sam.page).click();
    await salt.waitFor();
    expect(await authorView.card.getByText('Salt and oil').isVisible()).toBe(true);
    await salt.getByRole('button', { name: 'Delete comment' }).click();
    await salt.waitFor({ state: 'detached' });
    await sendHeld(sam.page);
    await authorView.card.getByText('Salt and oil').waitFor({ state: 'detached' });

    // Users can delete only their own comments.
    await expect.poll(() => authorView.comment('With rosemary?').getByRole('button').count()).toBe(0);
    await readerView.comment('With rosemary?').getByRole('button', { name: 'Delete comment' }).click();
    await sendHeld(sam.page);
    await authorView.comment('With rosemary?').waitFor({ state: 'detached' });
    await authorView.card.getByText('1 comment', { exact: true }).waitFor();
    await expect.poll(() => readerView.comments.allInnerTexts()).toEqual([expect.stringContaining('Always.')]);
  });

  test('keeps the scroll position when the feed changes above the viewport', { tags: 'extended' }, async () => {
    const readCard = (await openPostForBoth(browsers.server, mia, sam, 'Read by Sam')).readerView.card;
    const { authorView, readerView } = await openPostForBoth(browsers.server, mia, sam, 'Above it');
    await readCard.evaluate((card) => {
      document.body.style.paddingBottom = '2000px';
      scrollTo(0, card.getBoundingClientRect().top + scrollY - 100);
    });
    await expect.poll(() => topOf(readCard)).toBe(100);
    await authorView.addComment('How thin?');
    await readerView.comment('How thin?').waitFor();
    await writePost(mia.page, 'Above all', 'Big holes.');
    await feedOn(sam.page).pill.waitFor();
    await expect.poll(() => topOf(readCard)).toBe(100);
  });

  test('shows edits and deletions on the other screen, and allows them only for the author', async () => {
    const { authorView, readerView } = await openPostForBoth(browsers.server, mia, sam, 'Bagles');
    const { post } = feedOn(sam.page);
    await expect.poll(() => readerView.card.getByRole('button', { name: 'Post options' }).count()).toBe(0);

    await authorView.choose('Edit');
    const dialog = mia.page.getByRole('dialog', { name: 'Edit post' });
    await dialog.getByLabel('Title').fill('  ');
    await dialog.getByRole('button', { name: 'Save' }).click();
    await dialog.getByText('Title is required').waitFor();
    await dialog.getByLabel('Title').fill('Bagels');
    await dialog.getByLabel('Content').fill('Boil, then bake.');
    // Escape, as the gesture of phones to go back, loses nothing.
    await mia.page.keyboard.press('Escape');
    await dialog.waitFor({ state: 'detached' });
    await authorView.choose('Edit');
    await dialog.getByRole('button', { name: 'Save' }).click();
    await post('Bagels').card.getByText('Boil, then bake.').waitFor();
    await expect.poll(() => readerView.card.count()).toBe(0);

    const revised = feedOn(mia.page).post('Bagels');
    await revised.choose('Delete');
    await expect.poll(() => revised.card.count()).toBe(0);
    await undoOn(mia.page).click();
    await revised.choose('Delete');
    await sendHeld(mia.page);
    await post('Bagels').card.waitFor({ state: 'detached' });
    await expect.poll(() => revised.card.count()).toBe(0);
  });

  describe('typed posts', () => {
    const write = async (type: string, title: string, address?: [label: string, url: string]) => {
      const { page } = mia;
      await page.goto('/community/new');
      await page.getByRole('heading', { name: 'Create a New Post' }).waitFor();
      await page.getByLabel('Title').fill(title);
      await page.getByLabel('Type').selectOption(type);
      if (address) await page.getByLabel(address[0]).fill(address[1]);
      await page.getByRole('button', { name: 'Create Post' }).click();
    };
    const publish = async (...post: Parameters<typeof write>) => {
      await write(...post);
      // Until then, another form would open with the same draft.
      await mia.page.waitForURL('/community');
    };

    test('need only a title as text, and show their picture or that it is missing', { tags: 'extended' }, async () => {
      await openPostForBoth(browsers.server, mia, sam, 'Before the pictures');
      await publish('Text', 'Just a thought');
      await publish('Image', 'Greek salad', ['Image URL', `${new URL(mia.page.url()).origin}/art/greek-card-480.webp`]);
      await publish('Image', 'Picture to follow');
      await publish('Image', 'Lost picture', ['Image URL', `${new URL(mia.page.url()).origin}/art/lost.webp`]);
      browsers.allowProblems(/404.*lost[.]webp/);
      await sam.page.getByRole('button', { name: '4 new posts' }).click();

      const { post } = feedOn(sam.page);
      await post('Just a thought').card.waitFor();
      await expect.poll(() => post('Picture to follow').card.getByText('Media unavailable').count()).toBe(0);
      const picture = post('Greek salad').card.getByRole('img', { name: 'Greek salad' });
      await picture.scrollIntoViewIfNeeded();
      await expect.poll(() => picture.evaluate((img: HTMLImageElement) => img.naturalWidth)).toBe(480);
      await post('Lost picture').card.getByText('Media unavailable').waitFor();
      await feedOn(mia.page).post('Lost picture').choose('Delete');
      await sendHeld(mia.page);
      await post('Lost picture').card.waitFor({ state: 'detached' });
    });

    test('show a video as a poster until it is pressed, then as a sandboxed frame', { tags: 'extended' }, async () => {
      await openPostForBoth(browsers.server, mia, sam, 'Before the videos');
      await write('video', 'Kneading', ['video URL', 'https://www.youtube.com/watch?v=short']);
      await mia.page.getByRole('alert').getByText('Invalid YouTube URL').waitFor();
      browsers.allowProblems(/422.*api[/]community/);
      await write('video', 'Kneading', ['video URL', 'https://youtu.be/dQw4w9WgXcQ?t=3']);
      await feedOn(sam.page).pill.click();
      const { card } = feedOn(sam.page).post('Kneading');
      await card.getByRole('button', { name: 'Play video: Kneading' }).click();
      const frame = card.locator('iframe');
      await expect
        .poll(() => frame.getAttribute('src'))
        .toMatch(/^https:[/]{2}www[.]youtube-nocookie[.]com[/]embed[/]dQw4w9WgXcQ\?/);
      await expect.poll(() => frame.getAttribute('sandbox')).not.toContain('allow-top-navigation');
    });
  });
});
