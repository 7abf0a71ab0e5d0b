/** Several grocery lists of one owner. */
import type { Page } from 'playwright-core';
import { expect, test } from 'vitest';
import { apiOf } from '../support/api-of.ts';
import { atRest } from '../support/at-rest.ts';
import type { Browsers, Person } from '../support/browsers.ts';
import { listOn } from '../support/grocery-list.ts';
import { openHousehold } from '../support/households.ts';
import { keptDocuments } from '../support/kept-documents.ts';
import { expectGoodLayout } from '../support/layout.ts';
import { describeWith } from '../support/requirements.ts';
import { withBrowsers } from '../support/with-browsers.ts';

describeWith('chromium', 'the lists of an owner', (chromium) => {
  let browsers: Browsers;
  let mia: Person;
  let sam: Person;

  withBrowsers(chromium, async (opened) => {
    browsers = opened;
    [mia, sam] = await Promise.all([browsers.register('Mia'), browsers.register('Sam')]);
  });

  const more = async (page: Page, entry: string) => {
    await page.getByRole('button', { name: 'More', exact: true }).click();
    await page.getByRole('menuitem', { name: entry }).click();
  };
  const title = (page: Page, name: string) => page.getByRole('heading', { name, level: 1, exact: true });
  const choose = async (page: Page, name: string) => {
    await page.getByRole('heading', { level: 1 }).getByRole('button').click();
    await page.getByRole('menuitem', { name, exact: true }).click();
    await title(page, name).waitFor();
  };

  test('are opened, shared, shown by their address and filled by moving items', async () => {
    const home = await openHousehold(browsers, 'Home', mia, sam);
    await apiOf(browsers.server, mia).addGroceriesTo(home.id, { name: 'Cake' }, { name: 'Candles' }, { name: 'Milk' });
    for (const { page } of [mia, sam]) {
      await page.goto('/grocery-list');
      await page.getByRole('group', { name: 'Whose list' }).getByRole('button', { name: 'Home' }).click();
      await listOn(page).item('Milk').waitFor();
      await atRest(page);
      // A single list needs no menu.
      expect(await title(page, 'Grocery List').getByRole('button').count()).toBe(0);
    }

    await more(mia.page, 'New list');
    await mia.page.getByRole('textbox', { name: 'Name' }).fill('Party');
    await mia.page.getByRole('button', { name: 'Create' }).click();
    await title(mia.page, 'Party').waitFor();
    await listOn(mia.page).add('Balloons, 20');
    await choose(sam.page, 'Party');
    await listOn(sam.page).item('Balloons').waitFor();

    // The address leads others to the same list, and a reload stays on it.
    await mia.page.waitForURL(/list=/);
    const { search } = new URL(mia.page.url());
    await choose(sam.page, 'Grocery List');
    await sam.page.goto(`/grocery-list${search}`);
    await title(sam.page, 'Party').waitFor();
    await sam.page.reload();
    await listOn(sam.page).item('Balloons').waitFor();

    await choose(mia.page, 'Grocery List');
    await more(mia.page, 'Move items');
    const moving = mia.page.getByRole('dialog', { name: 'Move items' });
    await moving.getByLabel('Milk').uncheck();
    await expectGoodLayout(mia.page);
    await moving.getByRole('button', { name: 'Move 2 items' }).click();
    await listOn(sam.page).item('Candles').waitFor();
    await listOn(mia.page).item('Cake').waitFor({ state: 'detached' });
    await mia.page.getByRole('link', { name: 'History' }).click();
    await mia.page.getByText('You moved Cake and Candles to Party').waitFor();
    await mia.page.goBack();
    await choose(mia.page, 'Party');
    await mia.page.getByRole('link', { name: 'History' }).click();
    await mia.page.getByText('You moved Cake and Candles here from Grocery List').waitFor();
    await mia.page.goBack();
    await title(mia.page, 'Party').waitFor();
    await apiOf(browsers.server, mia).dissolve(home.id);
    // The browsers remember the chosen household until they have fetched the households again.
    for (const { page } of [mia, sam]) {
      await page.getByRole('group', { name: 'Whose list' }).waitFor({ state: 'detached' });
      await atRest(page);
    }
  });

  test('are renamed and closed on all devices, which say so once and show the main list', {
    tags: 'extended',
  }, async () => {
    const home = await openHousehold(browsers, 'Boat', mia, sam);
    const party = await apiOf(browsers.server, mia).openList(home.id, 'Party');
    await apiOf(browsers.server, mia).addGroceriesTo(party.id, { name: 'Balloons' });
    const address = `/grocery-list?household=${home.id}&list=${party.id}`;
    for (const { page } of [mia, sam]) {
      await page.goto(address);
      await listOn(page).item('Balloons').waitFor();
    }
    await atRest(sam.page);
    const isKept = async () => (await keptDocuments(sam.page)).some((name) => name.includes(party.id));
    await expect.poll(isKept).toBe(true);

    await more(mia.page, 'Rename list');
    await mia.page.getByRole('textbox', { name: 'Name' }).fill('Birthday');
    await mia.page.getByRole('button', { name: 'Save' }).click();
    await title(sam.page, 'Birthday').waitFor();
    await more(mia.page, 'Close list');
    const closing = mia.page.getByRole('dialog', { name: 'Close list' });
    await closing.getByText('1 item on it is not checked yet').waitFor();
    await closing.getByRole('button', { name: 'Move 1 item to Grocery List, and close' }).click();
    for (const { page } of [mia, sam]) {
      await title(page, 'Grocery List').waitFor();
      await listOn(page).item('Balloons').waitFor();
    }
    await sam.page.getByText('Birthday was closed.').waitFor();
    expect(await mia.page.getByText('Birthday was closed.').count()).toBe(0);
    await expect.poll(isKept).toBe(false);
    browsers.allowProblems(/status of 404/);
    await sam.page.goto(address);
    await sam.page.getByText('This list was closed, or is not one of yours.').waitFor();
    await title(sam.page, 'Grocery List').waitFor();
  });

  test('show their aisles in the order that was dragged, or moved by keyboard, with own ones', {
    tags: 'extended',
  }, async () => {
    const { page } = await browsers.register('Ann');
    await page.goto('/grocery-list');
    await listOn(page).add('Milk');
    await listOn(page).add('Bread');
    const sections = () => page.getByRole('main').getByRole('heading', { level: 2 }).allInnerTexts();
    await expect.poll(sections).toEqual(['Dairy & eggs', 'Bakery']);
    await more(page, 'Aisles');
    const dialog = page.getByRole('dialog', { name: 'Aisles' });
    const names = async () => (await dialog.getByRole('listitem').allInnerTexts()).map((text) => text.trim());
    await dialog.getByRole('button', { name: 'Move Bakery' }).press('Home');
    await expect.poll(async () => (await names())[0]).toBe('Bakery');
    await expect
      .poll(() => page.evaluate(() => document.activeElement?.getAttribute('aria-label')))
      .toBe('Move Bakery');
    await page.keyboard.press('ArrowDown');
    await expect.poll(async () => (await names()).slice(0, 2)).toEqual(['Produce', 'Bakery']);
    await dialog.getByLabel('Another aisle').fill('Cheese counter');
    await dialog.getByRole('button', { name: 'Add', exact: true }).click();
    await expectGoodLayout(page);
    const drag = async (name: string, onto: string) => {
      const [from, to] = await Promise.all(
        [name, onto].map((each) => dialog.getByRole('button', { name: `Move ${each}`, exact: true }).boundingBox()),
      );
      if (!from || !to) throw new Error('A row is not shown');
      await page.mouse.move(from.x + 20, from.y + 20);
      await page.mouse.down();
      await page.mouse.move(to.x + 20, to.y + 22, { steps: 5 });
      await page.mouse.up();
    };
    await drag('Cheese counter', 'Bakery');
    await expect.poll(async () => (await names()).slice(0, 3)).toEqual(['Produce', 'Bakery', 'Cheese counter']);
    await dialog.getByRole('button', { name: 'Save' }).click();
    await expect.poll(sections).toEqual(['Bakery', 'Dairy & eggs']);
    await atRest(page);
    await page.reload();
    await expect.poll(sections).toEqual(['Bakery', 'Dairy & eggs']);
  });
});
