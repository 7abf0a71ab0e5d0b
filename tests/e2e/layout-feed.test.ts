/** The feed in every state: it fits a phone, and is there for everybody. */
import { expect, test } from 'vitest';
import { publishAllKinds } from '../support/all-kinds-of-posts.ts';
import { apiOf } from '../support/api-of.ts';
import { atRest } from '../support/at-rest.ts';
import { feedOn } from '../support/feed.ts';
import { type Household, noConnection, type Person, type Visitor } from '../support/household.ts';
import { inHousehold } from '../support/in-household.ts';
import { looksRight, looksRightMeanwhile, unbroken } from '../support/looks.ts';
import { describeWith } from '../support/requirements.ts';

describeWith('chromium', 'layout of the feed', (chromium) => {
  let household: Household;
  let visitor: Visitor;
  let mia: Person;

  inHousehold(chromium, async (opened) => {
    household = opened;
    [visitor, mia] = await Promise.all([household.visitor(), household.register('Mia')]);
    await publishAllKinds(household, mia);
  });

  const open = async ({ page }: Visitor) => {
    household.expects(/404.*lost[.]webp/);
    await page.goto('/community');
    await feedOn(page).post('Salad').card.waitFor();
  };

  test('with all kinds of posts', async () => {
    await open(visitor);
    await looksRight(visitor.page);
    await open(mia);
    const { post } = feedOn(mia.page);
    await post('Salad').olderComments.click();
    await post(unbroken).card.scrollIntoViewIfNeeded();
    await post('Lost').card.getByText('Media unavailable').waitFor();
    await post(unbroken).card.getByRole('button', { name: 'Show more' }).click();
    await looksRight(mia.page);
  });

  test('with its pill, its menus and its dialogs', async () => {
    await open(mia);
    const { page } = mia;
    const { post, pill } = feedOn(page);
    const other = await household.another(mia);
    await apiOf(household.server, other).publish({ title: 'Later' });
    await pill.waitFor();
    await page.getByRole('button', { name: 'Mia' }).click();
    await page.getByRole('menu').waitFor();
    await looksRight(page);
    await page.keyboard.press('Escape');
    await post('Salad').card.getByRole('button', { name: 'Post options' }).click();
    await page.getByRole('menu').waitFor();
    await looksRight(page);
    await page.getByRole('menuitem', { name: 'Edit' }).click();
    await page.getByRole('dialog').waitFor();
    await looksRight(page);
    await page.keyboard.press('Escape');
    await post('Salad').choose('Delete');
    await page.getByRole('dialog').waitFor();
    await looksRight(page);
    await page.keyboard.press('Escape');
  });

  test('loading, failing, and taking a change back', async () => {
    household.expects(noConnection);
    household.expects(/Failed to fetch dynamically/);
    const { page, line } = mia;
    await open(mia);
    await page.goto('/');
    await page.getByRole('navigation').getByRole('link', { name: 'Community' }).hover();
    await atRest(page);
    line.hold();
    await page.getByRole('navigation').getByRole('link', { name: 'Community' }).click();
    await page.getByText('Loading posts...').waitFor();
    await looksRightMeanwhile(page);
    await line.cut();
    await page.getByText('Failed to fetch posts').waitFor();
    await looksRightMeanwhile(page);
    line.release();
    await line.mend();
    await open(mia);
    await atRest(page);
    await line.cut();
    await feedOn(page).post('Salad').like.click();
    await page.getByText('Failed to like post').waitFor();
    await page.mouse.move(0, 0);
    await page.getByRole('button', { name: 'Close' }).focus(); // The notice stays while the focus is on it.
    await looksRightMeanwhile(page);
  });

  test.each([360, 768, 1440])('with its subtitle, %i px wide', async (width) => {
    const { page } = await household.visitor({ viewport: { width, height: 780 } });
    await page.goto('/community');
    await feedOn(page).posts.first().waitFor();
    await page.getByText('Fresh from everybody’s kitchen').waitFor();
    await looksRight(page);
  });

  test('a phone keeps the comment field above the bottom bar while comments are sent', async () => {
    const { page } = await household.another(mia, { viewport: { width: 360, height: 780 } });
    await apiOf(household.server, mia).publish({ title: 'Much to say' });
    await page.goto('/community');
    const { field, say, comment } = feedOn(page).post('Much to say');
    const bar = page.getByRole('navigation').last();
    for (let n = 1; n <= 12; n++) {
      await say(`Remark ${n}`);
      await comment(`Remark ${n}`).waitFor();
      const [below, top] = await Promise.all([
        field.evaluate((element) => element.getBoundingClientRect().bottom),
        bar.evaluate((element) => element.getBoundingClientRect().top),
      ]);
      expect(below).toBeLessThanOrEqual(top);
    }
  });
});
