/** The console of operators: what they notice on each page, and that it does not exist for others. */
import type { Page } from 'playwright-core';
import { expect, test } from 'vitest';
import { apiOf } from '../support/api-of.ts';
import { type Browsers, connectionErrors, type Person } from '../support/browsers.ts';
import { consoleOn } from '../support/console.ts';
import { expectGoodLayoutAt } from '../support/layout.ts';
import { describeWith } from '../support/requirements.ts';
import { withOperator } from '../support/with-operator.ts';

const why = 'Mia asked who emptied the list';

/** Opens the stream of the list on which an item was checked. */
async function openList(page: Page): Promise<void> {
  const { giveReason, rows } = consoleOn(page);
  await page.goto('/operator/events?type=GroceryItemChecked');
  await giveReason(why);
  await rows('Events').first().getByRole('button').click();
  await page.getByRole('link', { name: 'Open the stream' }).click();
}

describeWith('chromium', 'the console of operators', (chromium) => {
  let browsers: Browsers;
  let alex: Person;
  let mia: Person;

  withOperator(chromium, (opened) => {
    ({ browsers, alex, mia } = opened);
  });

  test('is the page of an unknown address for others, who load none of it', async () => {
    browsers.allowProblems(/404.*api[/]staff/);
    const visitor = await browsers.openVisitor();
    for (const { page } of [visitor, mia]) {
      const scripts: string[] = [];
      page.on('request', (request) => scripts.push(new URL(request.url()).pathname));
      expect((await page.goto('/operator/staff'))?.status()).toBe(404);
      await page.getByRole('heading', { name: 'Page not found' }).waitFor();
      expect(scripts.filter((path) => path.startsWith('/assets/operator/console'))).toEqual([]);
      // Neither the page, with all styles of the product, nor what the service worker stores has a part of it.
      for (const path of ['/', '/sw.js']) {
        expect(await (await page.request.get(path)).text()).not.toMatch(/op-console|ant-table|assets[/]operator/);
      }
    }
    await mia.page.goto('/');
    await mia.page.getByRole('button', { name: 'Mia' }).click();
    await mia.page.getByRole('menuitem', { name: 'View Profile' }).waitFor();
    expect(await mia.page.getByRole('menuitem', { name: 'Operator console' }).count()).toBe(0);
  });

  test('opens from the profile menu, with the health and the projections of the server', async () => {
    const { page } = alex;
    await page.goto('/');
    await page.getByRole('button', { name: 'Alex' }).click();
    await page.getByRole('menuitem', { name: 'Operator console' }).click();
    await page.getByRole('heading', { name: 'Overview', level: 1 }).waitFor();
    await page.getByText('All is well').waitFor();
    const { panel, rows } = consoleOn(page);
    await panel('Health').getByText('Event log').waitFor();
    await rows('Projections').filter({ hasText: 'grocery-list' }).getByText('Live').waitFor();
    await page.getByRole('link', { name: 'Potluck Logo' }).click();
    await page.getByRole('navigation', { name: 'Main' }).waitFor();
  });

  test('finds an event, its cause and effects, and says why to whom it concerns', async () => {
    const { page } = alex;
    const { giveReason, rows } = consoleOn(page);
    await page.goto('/operator/events');
    await giveReason(why);
    await page.getByLabel('Kind').fill('GroceryItemChecked');
    await page.getByLabel('Kind').press('Enter');
    const row = rows('Events').filter({ hasText: 'GroceryItemChecked' });
    // All events have it, too: a press on their table would be lost when the found ones replace it.
    await rows('Events').filter({ hasNotText: 'GroceryItemChecked' }).first().waitFor({ state: 'detached' });
    await row.getByText('Mia').waitFor();
    await row.getByRole('button').press('Enter');
    const detail = page.getByRole('complementary');
    await detail.getByText('This event').waitFor();
    await detail.getByText(/^list.changed to list:/).waitFor();
    await detail.getByRole('link', { name: 'Open the stream' }).click();
    await page.getByRole('heading', { name: 'Grocery list', level: 1 }).waitFor();
    await mia.page.goto('/profile');
    await mia.page.getByText(why).first().waitFor();
  });

  test('shows a list as it was, by keys and by the time line', { tags: 'extended' }, async () => {
    const { page } = alex;
    const { panel } = consoleOn(page);
    await openList(page);
    const seen = panel('What they saw');
    await seen.getByText('2 to buy').waitFor();
    await page.getByRole('slider', { name: 'Time' }).press('ArrowLeft');
    await page.getByText('revision 1 of 2').waitFor();
    await seen.getByText('3 to buy').waitFor();
    await panel('What changed').getByText('Feta').waitFor();
    await page.getByRole('button', { name: /Milk/ }).click();
    await page.getByText('revision 0 of 2').waitFor();
    await expect.poll(() => seen.getByText('Feta').count()).toBe(0);
    await panel('Difference to now').getByText('Feta').waitFor();
    await seen.getByText('JSON').click();
    await seen.getByText('"Milk"').waitFor();
  });

  test('compares a list with now, says who changed it since, and finds their other streams', async () => {
    const { page } = alex;
    const { giveReason, rows, panel } = consoleOn(page);
    await page.goto('/operator/events?type=GroceryItemsAdded');
    await giveReason(why);
    await rows('Events').filter({ hasText: 'Milk' }).getByRole('button').click();
    await page.getByRole('link', { name: 'Open the stream' }).click();
    const difference = panel('Difference to now');
    await difference.getByText('added by Mia').waitFor();
    await page.getByRole('button', { name: 'Later event' }).click();
    await difference.getByText('checked by Mia').waitFor();
    await page.getByRole('button', { name: 'Compare with now' }).click();
    await panel('Then').getByText('3 to buy').waitFor();
    await panel('Now').getByText('Checked by Mia').waitFor();
    await expectGoodLayoutAt(page, 360);
    await page.reload();
    await giveReason(why);
    await panel('Now').getByText('Checked by Mia').waitFor();
    await page.getByRole('button', { name: 'Compare with now' }).click();
    await panel('Time line').waitFor();
    await page.getByLabel('Find a stream or a person').fill(mia.email);
    await page.getByLabel('Find a stream or a person').press('Enter');
    await panel('People').getByRole('button', { name: 'Streams' }).click();
    await rows('Streams').filter({ hasText: 'profile-' }).waitFor();
  });

  test('leaves out what operators have read, until one asks for it', { tags: 'extended' }, async () => {
    const { page } = alex;
    const { giveReason, rows } = consoleOn(page);
    await page.goto('/operator/events');
    await giveReason(why);
    await rows('Events').first().waitFor();
    expect(await rows('Events').filter({ hasText: 'AccessRecorded' }).count()).toBe(0);
    await page.getByRole('button', { name: 'Accesses' }).click();
    await rows('Events').filter({ hasText: 'AccessRecorded' }).first().waitFor();
  });

  test('follows the log, waits while it is paused, and misses nothing while its line is cut', async () => {
    browsers.allowProblems(connectionErrors);
    const { page, line } = await browsers.signIn(alex);
    const { giveReason, rows } = consoleOn(page);
    const buy = (name: string) => apiOf(browsers.server, mia).addGroceries({ name });
    const seen = (name: string) => rows('Events').filter({ hasText: name });
    const tail = (name: string) => page.getByRole('button', { name });
    await page.goto('/operator/events?type=GroceryItemsAdded');
    await giveReason(why);
    await seen('Feta').waitFor();
    await buy('Rice'); // Between the search and the tail.
    await tail('Live tail').click();
    await seen('Rice').waitFor();
    await tail('Live tail').click();
    await buy('Basil');
    await tail('1 new').waitFor();
    expect(await seen('Basil').count()).toBe(0);
    await tail('1 new').click();
    await seen('Basil').waitFor();
    await line.cut();
    await tail('Connecting').waitFor();
    await buy('Saffron');
    await line.restore();
    await seen('Saffron').waitFor();
    expect(await seen('Basil').count()).toBe(1);
  });

  test('has a chosen event in sight on a phone', { tags: 'extended' }, async () => {
    const { page } = await browsers.signIn(alex, { viewport: { width: 360, height: 780 } });
    const { giveReason, rows } = consoleOn(page);
    await page.goto('/operator/events');
    await giveReason(why);
    await rows('Events').last().getByRole('button').click();
    const top = () => page.getByRole('complementary').evaluate((detail) => detail.getBoundingClientRect().top);
    await expect.poll(top).toBeGreaterThan(0);
    expect(await top()).toBeLessThan(780);
  });

  test('has all columns of Staff and Events in sight on a tablet', { tags: 'extended' }, async () => {
    const { page } = await browsers.signIn(alex, { viewport: { width: 768, height: 1000 } });
    const { giveReason, rows } = consoleOn(page);
    const hidden = (table: string) =>
      page.locator(`[data-table="${table}"]`).evaluate((scroll) => scroll.scrollWidth - scroll.clientWidth);
    await page.goto('/operator/staff');
    await rows('Roles').first().waitFor();
    expect(await hidden('Roles')).toBe(0);
    await page.goto('/operator/events');
    await giveReason(why);
    await rows('Events').filter({ hasText: 'Milk' }).first().waitFor();
    expect(await hidden('Events')).toBe(0);
  });

  test('finds a stream by its kind, and comes back to what was found', { tags: 'extended' }, async () => {
    const { page } = alex;
    const { giveReason, rows } = consoleOn(page);
    await page.goto('/operator/streams');
    await giveReason(why);
    await page.getByRole('button', { name: 'Grocery list' }).click();
    await rows('Streams').getByRole('link').first().click();
    await page.getByRole('heading', { name: 'Grocery list', level: 1 }).waitFor();
    await page.goBack();
    await rows('Streams').first().waitFor();
    await page.getByLabel('Find a stream or a person').fill('groceryList-nobody');
    await page.getByText('No such stream').waitFor();
    await page.getByLabel('Find a stream or a person').fill('');
    await page.getByRole('button', { name: 'Total of recipes' }).click();
    await rows('Total').first().getByText('RecipePublished').waitFor();
  });

  test('shows the lines of an item as the one row that users see', { tags: 'extended' }, async () => {
    const api = apiOf(browsers.server, mia);
    const { items } = await api.addGroceries({ name: 'Lemons', amount: '3' }, { name: 'Lemons', amount: '3' });
    await api.changeGrocery(items.find(({ name }) => name === 'Lemons')?.id ?? '', { amount: '5' });
    const { page } = alex;
    const { panel } = consoleOn(page);
    await openList(page);
    await page.getByRole('button', { name: /GroceryItemChanged.*Lemons/ }).click();
    const lemons = panel('What they saw').getByRole('listitem').filter({ hasText: 'Lemons' });
    await lemons.getByText('8').waitFor();
    await lemons.locator('del').getByText('6').waitFor();
    expect(await lemons.count()).toBe(1);
  });

  test.each(
    ['', '/events', '/streams', '/projections', '/verify', '/staff'].flatMap((path) =>
      (['light', 'dark'] as const).map((colorScheme) => ({ path, colorScheme })),
    ),
  )('has a good layout at /operator$path in $colorScheme mode', { tags: 'extended' }, async ({ path, colorScheme }) => {
    const { page } = await browsers.signIn(alex, { colorScheme });
    await page.goto(`/operator${path}`);
    await page.getByRole('heading', { level: 1 }).waitFor();
    if (path === '/events') {
      await consoleOn(page).giveReason(why);
      await consoleOn(page).rows('Events').first().getByRole('button').click();
      await page.getByText('This event').waitFor();
    }
    for (const width of [360, 768, 1440]) await expectGoodLayoutAt(page, width);
  });
});
