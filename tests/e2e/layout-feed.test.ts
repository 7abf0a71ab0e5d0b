/** The layout of the feed in every state: no overflow on a phone, and accessible. */
import { expect, test } from 'vitest';
import { publishAllKinds } from '../support/all-kinds-of-posts.ts';
import { apiOf } from '../support/api-of.ts';
import { atRest } from '../support/at-rest.ts';
import { type Browsers, connectionErrors, type Person, type Visitor } from '../support/browsers.ts';
import { feedOn } from '../support/feed.ts';
import { expectGoodLayout, expectGoodLayoutNow, longWord } from '../support/layout.ts';
import { describeWith } from '../support/requirements.ts';
import { withOwnServer } from '../support/with-browsers.ts';

describeWith('chromium', 'layout of the feed', (chromium) => {
  let browsers: Browsers;
  let visitor: Visitor;
  let mia: Person;

  withOwnServer(chromium, async (opened) => {
    browsers = opened;
    [visitor, mia] = await Promise.all([browsers.openVisitor(), browsers.register('Mia')]);
    await publishAllKinds(browsers, mia);
  });

  const open = async ({ page }: Visitor) => {
    browsers.allowProblems(/404.*lost[.]webp/);
    await page.goto('/community');
    await feedOn(page).post('Salad').card.waitFor();
  };

  test('with all kinds of posts', { tags: 'extended' }, async () => {
    await open(visitor);
    await expectGoodLayout(visitor.page);
    await open(mia);
    const { post } = feedOn(mia.page);
    await post('Salad').olderComments.click();
    await post(longWord).card.scrollIntoViewIfNeeded();
    await post('Lost').card.getByText('Media unavailable').waitFor();
    await post(longWord).card.getByRole('button', { name: 'Show more' }).click();
    await expectGoodLayout(mia.page);
  });

  test('with its pill, menus and dialogs', { tags: 'extended' }, async () => {
    await open(mia);
    const { page } = mia;
    const { post, pill } = feedOn(page);
    const other = await browsers.signIn(mia);
    await apiOf(browsers.server, other).publish({ title: 'Later' });
    await pill.waitFor();
    await page.getByRole('button', { name: 'Mia' }).click();
    await page.getByRole('menu').waitFor();
    await expectGoodLayout(page);
    await page.keyboard.press('Escape');
    await post('Salad').card.getByRole('button', { name: 'Post options' }).click();
    await page.getByRole('menu').waitFor();
    await expectGoodLayout(page);
    await page.getByRole('menuitem', { name: 'Edit' }).click();
    await page.getByRole('dialog').waitFor();
    await expectGoodLayout(page);
    await page.keyboard.press('Escape');
    await post('Salad').choose('Delete');
    const undo = page.getByRole('button', { name: 'Undo' });
    await undo.waitFor();
    await expectGoodLayout(page);
    await undo.click();
    await post('Salad').card.waitFor();
  });

  test('while it loads, fails and has a change that waits', { tags: 'extended' }, async () => {
    browsers.allowProblems(connectionErrors);
    browsers.allowProblems(/Failed to fetch dynamically/);
    const { page, line } = mia;
    await open(mia);
    await page.goto('/');
    await page.getByRole('navigation').getByRole('link', { name: 'Community' }).hover();
    await atRest(page);
    line.hold();
    await page.getByRole('navigation').getByRole('link', { name: 'Community' }).click();
    await page.getByText('Loading posts...').waitFor();
    await expectGoodLayoutNow(page);
    await line.cut();
    await page.getByText('The community needs a connection').waitFor();
    await expectGoodLayoutNow(page);
    line.release();
    await line.restore();
    await open(mia);
    await atRest(page);
    await line.cut();
    await feedOn(page).post('Salad').like.click();
    await page.getByText('1 change waiting').waitFor();
    await page.mouse.move(0, 0);
    await expectGoodLayoutNow(page);
  });

  test.each([360, 768, 1440])('with its subtitle, %i px wide', { tags: 'extended' }, async (width) => {
    const { page } = await browsers.openVisitor({ viewport: { width, height: 780 } });
    await page.goto('/community');
    await feedOn(page).posts.first().waitFor();
    await page.getByText('Fresh from everybody’s kitchen').waitFor();
    await expectGoodLayout(page);
  });

  test('keeps the comment field above the bottom bar of a phone while comments are sent', {
    tags: 'extended',
  }, async () => {
    const { page } = await browsers.signIn(mia, { viewport: { width: 360, height: 780 } });
    await apiOf(browsers.server, mia).publish({ title: 'Much to say' });
    await page.goto('/community');
    const { field, addComment, comment } = feedOn(page).post('Much to say');
    const bar = page.getByRole('navigation').last();
    for (let n = 1; n <= 12; n++) {
      await addComment(`Remark ${n}`);
      await comment(`Remark ${n}`).waitFor();
      const [fieldBottom, barTop] = await Promise.all([
        field.evaluate((element) => element.getBoundingClientRect().bottom),
        bar.evaluate((element) => element.getBoundingClientRect().top),
      ]);
      expect(fieldBottom).toBeLessThanOrEqual(barTop);
    }
  });
});
