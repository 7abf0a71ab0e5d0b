/** The console of operators: what they notice on each page, and that it does not exist for others. */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, expect, test } from 'vitest';
import { apiOf } from '../support/api-of.ts';
import { type Browsers, connectionErrors, type Person } from '../support/browsers.ts';
import { consoleOn } from '../support/console.ts';
import { expectGoodLayoutAt } from '../support/layout.ts';
import { makeOperator } from '../support/operators.ts';
import { describeWith } from '../support/requirements.ts';
import { withOwnServer } from '../support/with-browsers.ts';

const why = 'Mia asked who emptied the list';
/** Events are sealed within a minute, which the page finds within another quarter. */
const sealedAndReadMs = 80_000;

describeWith('chromium', 'the console of operators', (chromium) => {
  const folder = mkdtempSync(join(tmpdir(), 'potluck-console-'));
  let browsers: Browsers;
  let alex: Person;
  let mia: Person;

  withOwnServer(
    chromium,
    async (opened) => {
      browsers = opened;
      [alex, mia] = [await browsers.register('Alex'), await browsers.register('Mia')];
      await makeOperator(folder, alex);
      const api = apiOf(browsers.server, mia);
      await api.addGroceries({ name: 'Milk', amount: '2', unit: 'l' }, { name: 'Eggs', amount: '4' });
      const { items } = await api.addGroceries({ name: 'Feta' });
      await api.checkGroceryOf(mia.session.uid, items[0]?.id ?? '');
    },
    async () => ({ DATA_DIR: folder }),
  );
  afterAll(() => rmSync(folder, { recursive: true, force: true }));

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
    const { giveReason, rows, panel } = consoleOn(page);
    await page.goto('/operator/events?type=GroceryItemChecked');
    await giveReason(why);
    await rows('Events').first().getByRole('button').click();
    await page.getByRole('link', { name: 'Open the stream' }).click();
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
    await page.getByLabel('Find a stream').fill('groceryList-nobody');
    await page.getByText('No such stream').waitFor();
    await page.getByLabel('Find a stream').fill('');
    await page.getByRole('button', { name: 'Total of recipes' }).click();
    await rows('Total').first().getByText('RecipePublished').waitFor();
  });

  test('pauses and resumes a projection, which the overview says', { tags: 'extended' }, async () => {
    const { page } = alex;
    await page.goto('/operator/projections');
    await page.getByRole('button', { name: 'Pause playlists' }).click();
    await page.getByRole('dialog').getByRole('button', { name: 'Pause' }).click();
    await page.getByRole('listitem').filter({ hasText: 'playlists' }).getByText('Paused').waitFor();
    await consoleOn(page).link('Overview').click();
    await page.getByText('playlists is paused').waitFor();
    await consoleOn(page).link('Projections').click();
    await page.getByRole('button', { name: 'Resume playlists' }).click();
    await page.getByRole('button', { name: 'Pause playlists' }).waitFor();
  });

  test('rebuilds a projection, and says that it has', { tags: 'extended' }, async () => {
    const { page } = alex;
    await page.goto('/operator/projections');
    await page.getByRole('button', { name: 'Rebuild recipes' }).click();
    await page.getByRole('dialog').getByRole('button', { name: 'Rebuild' }).click();
    const recipes = page.getByRole('listitem').filter({ hasText: 'recipes' });
    await recipes
      .getByText(/^Rebuilt, requested/)
      .getByText('Alex')
      .waitFor();
    await recipes.getByText('Live').waitFor();
    await consoleOn(page).link('Overview').click();
    await consoleOn(page).panel('What operators did').getByText('started a rebuild of recipes').waitFor();
  });

  test('verifies the read models and the seals', { tags: 'extended' }, async () => {
    const { page } = alex;
    await page.goto('/operator/verify');
    await page.getByText('Nothing verified yet').waitFor();
    await page.getByRole('button', { name: 'Verify', exact: true }).click();
    await page.getByText('No difference').waitFor();
    await consoleOn(page).rows('Read models').filter({ hasText: 'grocery-list' }).getByText('Same').waitFor();
    // What anybody may read and keep.
    await page
      .getByRole('button', { name: /^Save the checkpoint/ })
      .first()
      .waitFor({ timeout: sealedAndReadMs });
    const kept = await (await fetch(`${browsers.server.address}/api/audit/checkpoint`)).text();
    const choose = (text: string) =>
      page
        .getByLabel('Kept checkpoint')
        .setInputFiles({ name: 'kept.txt', mimeType: 'text/plain', buffer: Buffer.from(text) });
    browsers.allowProblems(/status of 400 .*consistency-proof/);
    await choose('The milk');
    await page.getByText('That is not a checkpoint').waitFor();
    await choose(kept);
    await page.getByText(`The first ${kept.split('\n')[1]} events are as they were sealed.`).waitFor();
    await consoleOn(page).link('Projections').click();
    const list = page.getByRole('listitem').filter({ hasText: 'grocery-list' });
    await list.getByText(/^Verified .*: no difference$/).waitFor();
  });

  test('grants a role by email and revokes it, at once', { tags: 'extended' }, async () => {
    // Mia's page still reads when her role ends.
    browsers.allowProblems(/4(04|22).*api[/](staff|audit)/);
    const { page } = alex;
    const { rows } = consoleOn(page);
    await page.goto('/operator/staff');
    const who = page.getByLabel('Email or user id');
    await who.fill('nobody@example.org');
    await page.getByRole('button', { name: 'Grant' }).click();
    await page.getByText('There is no account with this email').waitFor();
    await who.fill(mia.email);
    await page.getByRole('button', { name: 'Grant' }).click();
    await rows('Roles').filter({ hasText: 'Mia' }).getByText('Alex').waitFor();
    await mia.page.goto('/operator');
    await mia.page.getByRole('heading', { name: 'Overview', level: 1 }).waitFor();
    await page.getByRole('button', { name: 'Revoke operator of Mia' }).click();
    await page.getByRole('dialog').getByRole('button', { name: 'Revoke' }).click();
    await expect.poll(() => rows('Roles').filter({ hasText: 'Mia' }).count()).toBe(0);
    await mia.page.reload();
    await mia.page.getByRole('heading', { name: 'Page not found' }).waitFor();
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
