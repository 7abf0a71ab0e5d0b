/**
 * A household in three browsers: one loses its network and is closed and opened again without it, one has a clock that is
 * a day off, and the server is killed and started. At the end, all show the same list, and its history explains each item.
 * @module-tag extended
 */
import type { Page } from 'playwright-core';
import { expect, inject, test } from 'vitest';
import { rowsOf } from '../../web/lib/grocery-rows.ts';
import { apiOf } from '../support/api-of.ts';
import { atRest } from '../support/at-rest.ts';
import { type Browsers, connectionErrors, type Person } from '../support/browsers.ts';
import { explainedItems } from '../support/explained-items.ts';
import { listOn } from '../support/grocery-list.ts';
import { openHousehold } from '../support/households.ts';
import { storedChanges } from '../support/kept-documents.ts';
import { randomNumbers } from '../support/random-numbers.ts';
import { describeWith } from '../support/requirements.ts';
import type { RunningServer } from '../support/running-server.ts';
import { untilStored } from '../support/stored-app.ts';
import { withOwnServer } from '../support/with-browsers.ts';

/** A clock that is a day ahead, in all scripts of a page. */
const aDayAhead = `{
  const Now = Date;
  globalThis.Date = class extends Now {
    constructor(...time) { super(...(time.length === 0 ? [Now.now() + 86400000] : time)); }
    static now() { return Now.now() + 86400000; }
  };
}`;

/** A number in a name would be an amount. */
const inLetters = (n: number): string => [...String(n)].map((digit) => 'abcdefghij'[Number(digit)]).join('');

/** An item may disappear while it is being pressed, because another device removes it. */
const pressTimeoutMs = 2_000;

describeWith('chromium', 'a household on three devices', (chromium) => {
  let browsers: Browsers<RunningServer>;
  let mia: Person;
  let sam: Person;
  let jo: Person;

  withOwnServer(chromium, async (opened) => {
    browsers = opened;
    [mia, sam, jo] = await Promise.all([
      browsers.register('Mia'),
      browsers.register('Sam', { serviceWorkers: 'allow', viewport: { width: 360, height: 780 } }),
      browsers.register('Jo'),
    ]);
    await jo.context.addInitScript({ content: aDayAhead });
  });

  /** The rows on the screen: the ids of their items, whether they are checked, and the name. */
  const rows = (page: Page): Promise<string[]> =>
    page.evaluate(() =>
      [...document.querySelectorAll<HTMLElement>('main [data-item-row]')]
        .map((row) => {
          const isChecked = row.querySelector<HTMLInputElement>('input[type=checkbox]')?.checked;
          const [name] = row.querySelector('label')?.innerText.split('\n') ?? [];
          return `${row.dataset.itemRow} ${isChecked} ${name?.trim()}`;
        })
        .toSorted(),
    );

  const openList = async (page: Page) => {
    await page.goto('/grocery-list');
    await page.getByRole('group', { name: 'Whose list' }).getByRole('button', { name: 'Home', exact: true }).click();
    await page.getByText('Nothing to buy yet').waitFor();
  };

  /** Adds an item, or checks, unchecks or removes one that is shown. */
  const edit = async (page: Page, random: (below: number) => number, name: string) => {
    const kind = random(5);
    if (kind < 2) {
      await listOn(page).add(name);
      await listOn(page).item(name).waitFor();
      return;
    }
    const shown = page.locator('main [data-item-row]');
    const count = await shown.count();
    if (count === 0) return;
    const row = shown.nth(random(count));
    const target = kind < 4 ? row.locator('label') : row.getByRole('button', { name: /^Remove / });
    await target.click({ timeout: pressTimeoutMs }).catch(() => undefined);
  };

  test('shows the same list everywhere, which its history explains, after all went offline or down', async () => {
    browsers.allowProblems(connectionErrors);
    // Sam's page opens without a network; an item may be changed after another device has removed it.
    browsers.allowProblems(/Failed to fetch|ERR_FAILED|(404|409).*api[/](grocery-list|meal-plan)/);
    const seed = Math.floor(Math.random() * 2 ** 32);
    const random = randomNumbers(seed);
    const { id } = await openHousehold(browsers, 'Home', mia, sam, jo);
    await Promise.all([mia, sam, jo].map(({ page }) => openList(page)));
    for (const name of ['Milk', 'Eggs', 'Bread', 'Salt']) await listOn(mia.page).add(name);
    for (const { page } of [sam, jo]) await listOn(page).item('Salt').waitFor();
    await untilStored(sam.page);
    await atRest(sam.page);

    await sam.context.setOffline(true);
    await sam.line.cut();
    await listOn(sam.page).press('Milk');
    await listOn(sam.page).remove('Eggs');
    await listOn(sam.page).item('Eggs').waitFor({ state: 'detached' });
    await listOn(sam.page).add('Tea');
    await listOn(sam.page).item('Tea').waitFor();
    await expect.poll(() => storedChanges(sam.page)).toBe(3);
    await listOn(mia.page).press('Eggs');
    await listOn(jo.page).remove('Bread');
    await listOn(jo.page).add('Jam');
    await listOn(mia.page).item('Jam').waitFor();

    await sam.page.close();
    const page = await sam.context.newPage();
    await page.goto('/grocery-list');
    await listOn(page).item('Tea').waitFor();
    await expect.poll(() => listOn(page).check('Milk').isChecked()).toBe(true);
    expect(await listOn(page).item('Eggs').count()).toBe(0);

    await browsers.server.kill();
    await listOn(mia.page).add('Butter');
    await listOn(jo.page).press('Jam');
    await browsers.server.start();
    await listOn(jo.page).item('Butter').waitFor();

    const devices = [mia.page, page, jo.page];
    for (let n = 0; n < inject('randomEdits'); n++) {
      await edit(devices[random(devices.length)] ?? page, random, `Thing ${inLetters(n)}`);
    }
    await sam.line.restore();
    await sam.context.setOffline(false);

    // Sent changes wait for all earlier ones of their device.
    for (const device of devices) await listOn(device).add(`The last ${inLetters(devices.indexOf(device))}`);
    const { listOf, historyOf } = apiOf(browsers.server, mia);
    const isSent = async () => (await listOf(id)).items.filter(({ name }) => name.startsWith('The last ')).length;
    await expect.poll(isSent, { message: `seed ${seed}` }).toBe(3);
    const { items } = await listOf(id);
    const expected = rowsOf(items).map(
      ({ lines, checked, name }) => `${lines.map((line) => line.id).join(' ')} ${checked} ${name}`,
    );
    for (const device of devices)
      await expect.poll(() => rows(device), { message: `seed ${seed}` }).toEqual(expected.toSorted());
    // Sam has removed the eggs without seeing that Mia checked them, and Jo the bread; nobody has added them again.
    for (const name of ['Eggs', 'Bread']) expect(items.some((item) => item.name === name)).toBe(false);

    const entries = (await historyOf(id)).map(({ did, by, items: changed }) => ({ did, by: by.name, items: changed }));
    const explained = explainedItems(entries.toReversed());
    expect(Object.fromEntries(explained), `seed ${seed}`).toEqual(
      Object.fromEntries(
        items.map((item) => [
          item.id,
          { name: item.name, addedBy: item.addedBy.name, checkedBy: item.checkedBy?.name, isListed: true },
        ]),
      ),
    );
  });
});
