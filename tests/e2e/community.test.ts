/** The community feed, as two people see it at the same time. */
import { describe, expect, test } from 'vitest';
import type { Browsers, Person } from '../support/browsers.ts';
import { bothSee, feedOn, writePost } from '../support/feed.ts';
import { topOf } from '../support/place.ts';
import { describeWith } from '../support/requirements.ts';
import { withBrowsers } from '../support/with-browsers.ts';

describeWith('chromium', 'the community feed', (chromium) => {
  let browsers: Browsers;
  let mia: Person;
  let sam: Person;

  withBrowsers(chromium, async (opened) => {
    browsers = opened;
    [mia, sam] = await Promise.all([browsers.register('Mia'), browsers.register('Sam')]);
  });

  test('the first post replaces the empty state, for the other at once', async () => {
    await Promise.all([mia.page.goto('/community'), sam.page.goto('/community')]);
    await sam.page.getByRole('heading', { name: 'No posts yet' }).waitFor();
    await writePost(mia.page, 'Sourdough at last', 'Three days, one loaf.');

    for (const { page } of [mia, sam]) {
      const { card, like, commentCount } = feedOn(page).post('Sourdough at last');
      await card.getByText('Three days, one loaf.').waitFor();
      await expect.poll(() => card.innerText()).toMatch(/^M\s+Mia\s+\d{1,2} \p{L}+, \d\d:\d\d\s+Sourdough at last/u);
      await expect.poll(() => like.innerText()).toContain('0');
      await expect.poll(() => commentCount.innerText()).toBe('0 comments');
    }
  });

  test('later posts wait in a pill, so that nothing jumps, until it is pressed', async () => {
    const { his } = await bothSee(browsers.server, mia, sam, 'Pita');
    const { posts, post, pill } = feedOn(sam.page);
    const [before, shown] = [await topOf(his.card), await posts.count()];
    await writePost(mia.page, 'Focaccia', 'Salt on top.');
    await pill.waitFor();
    await expect.poll(() => pill.innerText()).toBe('1 new post');
    await writePost(mia.page, 'Grissini', 'Thin ones.');
    await sam.page.getByRole('button', { name: '2 new posts' }).waitFor();
    await expect.poll(() => posts.count()).toBe(shown);
    expect(await topOf(his.card)).toBe(before);

    await pill.click();
    await post('Grissini').card.waitFor();
    await expect
      .poll(async () => (await posts.getByRole('heading').allTextContents()).slice(0, 3))
      .toEqual(['Grissini', 'Focaccia', 'Pita']);
    await pill.waitFor({ state: 'detached' });
    // The writer has no pill for what he wrote himself.
    await expect.poll(() => feedOn(mia.page).posts.count()).toBe(shown + 2);
    await expect.poll(() => feedOn(mia.page).pill.count()).toBe(0);
  });

  test('a like is counted on both screens, filled only for the one who likes, and taken back by a second press', async () => {
    const { mine, his } = await bothSee(browsers.server, mia, sam, 'Brioche');
    const before = await topOf(mine.card);

    await his.like.click();
    await mine.like.getByText('1').waitFor();
    await expect.poll(() => his.like.getAttribute('aria-pressed')).toBe('true');
    await expect.poll(() => mine.like.getAttribute('aria-pressed')).toBe('false');
    await mine.like.click();
    await his.like.getByText('2').waitFor();

    await his.like.click();
    await mine.like.getByText('1').waitFor();
    await expect.poll(() => his.like.getAttribute('aria-pressed')).toBe('false');
    await expect.poll(() => mine.like.getAttribute('aria-pressed')).toBe('true');
    expect(await topOf(mine.card)).toBe(before);
  });

  test('comments come and go on both screens; a blank one cannot be sent', async () => {
    const { mine, his } = await bothSee(browsers.server, mia, sam, 'Schiacciata');
    await expect.poll(() => his.send.isDisabled()).toBe(true);
    await his.field.fill('   ');
    await expect.poll(() => his.send.isDisabled()).toBe(true);
    await his.field.press('Enter');
    await his.say('  With rosemary?  ');

    await mine.comment('With rosemary?').waitFor();
    await expect
      .poll(() => mine.comment('With rosemary?').innerText())
      .toMatch(/^S\s+Sam\s+\d\d:\d\d\s+With rosemary\?$/);
    await expect.poll(() => mine.commentCount.innerText()).toBe('1 comment');
    await expect.poll(() => his.field.inputValue()).toBe('');
    await expect.poll(() => his.send.isDisabled()).toBe(true);
    await mine.say('Always.');
    await his.comment('Always.').waitFor();
    await expect.poll(() => his.comments.count()).toBe(2);

    // A long one is seen whole while it is written; Enter sends, with Shift it begins a line.
    const oneLine = await his.field.evaluate((field) => field.clientHeight);
    await his.field.fill('Salt');
    await his.field.press('Shift+Enter');
    await his.field.pressSequentially('and oil');
    await expect.poll(() => his.field.evaluate((field) => field.clientHeight)).toBeGreaterThan(oneLine + 20);
    await his.field.press('Enter');
    await mine.card.getByText('Salt and oil').waitFor();
    await his.comments.filter({ hasText: 'Salt' }).getByRole('button', { name: 'Delete comment' }).click();
    await sam.page.getByRole('dialog').getByRole('button', { name: 'Delete comment' }).click();
    await mine.card.getByText('Salt and oil').waitFor({ state: 'detached' });

    // Only his own.
    await expect.poll(() => mine.comment('With rosemary?').getByRole('button').count()).toBe(0);
    await his.comment('With rosemary?').getByRole('button', { name: 'Delete comment' }).click();
    await sam.page.getByRole('dialog').getByRole('button', { name: 'Delete comment' }).click();
    await mine.comment('With rosemary?').waitFor({ state: 'detached' });
    await mine.card.getByText('1 comment', { exact: true }).waitFor();
    await expect.poll(() => his.comments.allInnerTexts()).toEqual([expect.stringContaining('Always.')]);
  });

  test('what happens above the window moves nothing in it', async () => {
    const read = (await bothSee(browsers.server, mia, sam, 'Read by Sam')).his.card;
    const { mine, his } = await bothSee(browsers.server, mia, sam, 'Above it');
    await read.evaluate((card) => {
      document.body.style.paddingBottom = '2000px';
      scrollTo(0, card.getBoundingClientRect().top + scrollY - 100);
    });
    await expect.poll(() => topOf(read)).toBe(100);
    await mine.say('How thin?');
    await his.comment('How thin?').waitFor();
    await writePost(mia.page, 'Above all', 'Big holes.');
    await feedOn(sam.page).pill.waitFor();
    await expect.poll(() => topOf(read)).toBe(100);
  });

  test('an edit and a deletion show on the other screen, and only the author can do them', async () => {
    const { mine, his } = await bothSee(browsers.server, mia, sam, 'Bagles');
    const { post } = feedOn(sam.page);
    await expect.poll(() => his.card.getByRole('button', { name: 'Post options' }).count()).toBe(0);

    await mine.choose('Edit');
    const dialog = mia.page.getByRole('dialog', { name: 'Edit post' });
    await dialog.getByLabel('Title').fill('  ');
    await dialog.getByRole('button', { name: 'Save' }).click();
    await dialog.getByText('Title is required').waitFor();
    await dialog.getByLabel('Title').fill('Bagels');
    await dialog.getByLabel('Content').fill('Boil, then bake.');
    await dialog.getByRole('button', { name: 'Save' }).click();
    await post('Bagels').card.getByText('Boil, then bake.').waitFor();
    await expect.poll(() => his.card.count()).toBe(0);

    const revised = feedOn(mia.page).post('Bagels');
    await revised.choose('Delete');
    await mia.page.getByRole('dialog').getByRole('button', { name: 'Cancel' }).click();
    await revised.choose('Delete');
    await mia.page.getByRole('dialog').getByRole('button', { name: 'Delete post' }).click();
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

    test('a text needs a title only, a picture shows, a lost one says so', async () => {
      await bothSee(browsers.server, mia, sam, 'Before the pictures');
      await write('Text', 'Just a thought');
      await write('Image', 'Greek salad', ['Image URL', `${browsers.server.address}/art/greek-card-480.webp`]);
      await write('Image', 'Picture to follow');
      await write('Image', 'Lost picture', ['Image URL', `${browsers.server.address}/art/lost.webp`]);
      browsers.allowProblems(/404.*lost[.]webp/);
      await mia.page.waitForURL('/community');
      await sam.page.getByRole('button', { name: '4 new posts' }).click();

      const { post } = feedOn(sam.page);
      await post('Just a thought').card.waitFor();
      await expect.poll(() => post('Picture to follow').card.getByText('Media unavailable').count()).toBe(0);
      const picture = post('Greek salad').card.getByRole('img', { name: 'Greek salad' });
      await picture.scrollIntoViewIfNeeded();
      await expect.poll(() => picture.evaluate((img: HTMLImageElement) => img.naturalWidth)).toBe(480);
      await post('Lost picture').card.getByText('Media unavailable').waitFor();
      await feedOn(mia.page).post('Lost picture').choose('Delete');
      await mia.page.getByRole('button', { name: 'Delete post' }).click();
      await post('Lost picture').card.waitFor({ state: 'detached' });
    });

    test('a video is a poster until it is pressed, then a sandboxed frame of its id', async () => {
      await bothSee(browsers.server, mia, sam, 'Before the videos');
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
