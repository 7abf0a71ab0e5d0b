/** The history of a household's list, on the screens of two members. */
import type { Page } from 'playwright-core';
import { expect, test } from 'vitest';
import { apiOf } from '../support/api-of.ts';
import { atRest } from '../support/at-rest.ts';
import { type Browsers, connectionErrors, type Person } from '../support/browsers.ts';
import { listOn } from '../support/grocery-list.ts';
import { openHousehold } from '../support/households.ts';
import { expectGoodLayout } from '../support/layout.ts';
import { describeWith } from '../support/requirements.ts';
import { withBrowsers } from '../support/with-browsers.ts';

describeWith('chromium', 'the history of a list', (chromium) => {
  let browsers: Browsers;
  let mia: Person;
  let sam: Person;

  withBrowsers(chromium, async (opened) => {
    browsers = opened;
    [mia, sam] = await Promise.all([browsers.register('Mia'), browsers.register('Sam')]);
  });

  const line = (page: Page, text: string) => page.getByRole('listitem').filter({ hasText: text });
  const undo = (page: Page, text: string) => line(page, text).getByRole('button', { name: 'Undo' });
  const open = async (page: Page) => {
    await page.goto('/grocery-list');
    await page.getByRole('button', { name: 'Home', exact: true }).click();
    await page.getByText('shared by 2').waitFor();
    await page.getByRole('link', { name: 'History' }).click();
    await page.getByRole('heading', { name: 'History', level: 1 }).waitFor();
  };

  test('shows live who did what, and undoes changes of any member, also those made offline', async () => {
    const { id } = await openHousehold(browsers, 'Home', mia, sam);
    const [api, apiOfSam] = [apiOf(browsers.server, mia), apiOf(browsers.server, sam)];
    const { items } = await api.addGroceriesTo(id, { name: 'Milk', amount: '2', unit: 'l' }, { name: 'Lemons' });
    await open(mia.page);
    await line(mia.page, 'You added Milk and Lemons').waitFor();
    await open(sam.page);
    await apiOfSam.checkGroceryOf(id, items[1]?.id ?? '');
    await line(mia.page, 'Sam checked Lemons').waitFor();
    await undo(mia.page, 'Sam checked Lemons').click();
    await line(sam.page, 'Sam checked Lemons, undone by Mia').or(line(sam.page, 'undone by Mia')).waitFor();
    await line(sam.page, 'Mia unchecked Lemons').waitFor();
    expect(await undo(sam.page, 'undone by Mia').count()).toBe(0);

    await mia.page.getByRole('group', { name: 'Changes of' }).getByRole('button', { name: 'Sam' }).click();
    await line(mia.page, 'You added').waitFor({ state: 'detached' });
    await expectGoodLayout(mia.page);
    await mia.page.getByRole('group', { name: 'Changes of' }).getByRole('button', { name: 'All' }).click();

    browsers.allowProblems(connectionErrors);
    await atRest(mia.page);
    await mia.line.cut();
    await mia.page.context().setOffline(true);
    await undo(mia.page, 'You added Milk').click();
    await line(mia.page, 'undone by you').filter({ hasText: 'You added Milk' }).waitFor();
    await mia.page.getByText('1 change waiting').waitFor();
    await mia.page.context().setOffline(false);
    await mia.line.restore();
    await line(sam.page, 'Mia took back Milk and Lemons').waitFor();
    await sam.page.getByRole('link', { name: 'Grocery List' }).first().click();
    await sam.page.getByText('Nothing to buy yet').waitFor();
    expect(await listOn(sam.page).items.count()).toBe(0);
  });

  test('of a clearing: it takes the checked items or all, and other members see who did it and can undo it', {
    tags: 'extended',
  }, async () => {
    const { id } = await openHousehold(browsers, 'Boat', mia, sam);
    const { items } = await apiOf(browsers.server, mia).addGroceriesTo(
      id,
      ...['Rope', 'Tar', 'Salt', 'Rum'].map((name) => ({ name })),
    );
    for (const { id: itemId } of items.slice(0, 2)) await apiOf(browsers.server, mia).checkGroceryOf(id, itemId);
    for (const { page } of [mia, sam]) {
      await page.goto('/grocery-list');
      await page.getByRole('button', { name: 'Boat', exact: true }).click();
      await listOn(page).section('Checked').getByText('Tar').waitFor();
      await atRest(page);
    }
    await mia.page.getByRole('button', { name: 'Clear checked items' }).click();
    const dialog = mia.page.getByRole('dialog', { name: 'Clear List' });
    await dialog.getByText('for all 2 members').waitFor();
    await expectGoodLayout(mia.page);
    await dialog.getByRole('button', { name: 'Clear 2 checked items' }).click();
    await mia.page.getByText('Cleared 2 items').waitFor();
    await sam.page.getByText('Mia cleared 2 items').waitFor();
    await listOn(sam.page).undo.click();
    await listOn(mia.page).section('Checked').getByText('Tar').waitFor();

    await listOn(sam.page).clear();
    await mia.page.getByText('Your grocery list is empty').waitFor();
    await listOn(sam.page).undo.click();
    for (const name of ['Rope', 'Tar', 'Salt', 'Rum']) await listOn(mia.page).item(name).waitFor();
  });

  test('ends the offer to undo a change that is undone in the history', { tags: 'extended' }, async () => {
    const { id } = await openHousehold(browsers, 'Shed', mia, sam);
    await apiOf(browsers.server, mia).addGroceriesTo(id, { name: 'Nails' });
    const { page } = mia;
    await page.goto('/grocery-list');
    await page.getByRole('button', { name: 'Shed', exact: true }).click();
    await listOn(page).remove('Nails');
    await page.getByText(/^Removed Nails/).waitFor();
    await page.getByRole('link', { name: 'History' }).click();
    await undo(page, 'You removed Nails').click();
    await line(page, 'undone by you').waitFor();
    expect(await page.getByText(/^Removed Nails/).count()).toBe(0);
  });
});
