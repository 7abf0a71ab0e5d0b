/** The rows of a household's grocery list: lines of the same thing, and what each item says. */
import { beforeEach, expect, test } from 'vitest';
import { apiOf } from '../support/api-of.ts';
import { atRest } from '../support/at-rest.ts';
import type { Browsers, Person } from '../support/browsers.ts';
import { listOn } from '../support/grocery-list.ts';
import { openHousehold } from '../support/households.ts';
import { expectGoodLayout } from '../support/layout.ts';
import { describeWith } from '../support/requirements.ts';
import { withBrowsers } from '../support/with-browsers.ts';

describeWith('chromium', 'the rows of a grocery list', (chromium) => {
  let browsers: Browsers;
  let mia: Person;
  let sam: Person;
  let whose: string;
  let onMia: ReturnType<typeof listOn>;
  let onSam: ReturnType<typeof listOn>;

  withBrowsers(chromium, async (opened) => {
    browsers = opened;
    [mia, sam] = await Promise.all([browsers.register('Mia'), browsers.register('Sam')]);
    ({ id: whose } = await openHousehold(browsers, 'Home', mia, sam));
    [onMia, onSam] = [listOn(mia.page), listOn(sam.page)];
    for (const { page } of [mia, sam]) {
      await page.goto('/grocery-list');
      await page.getByRole('button', { name: 'Home', exact: true }).click();
    }
  });

  beforeEach(() => apiOf(browsers.server, mia).clearListOf(whose));

  test('shows lines of the same thing as one row with the sum, and checks and undoes them together', async () => {
    await apiOf(browsers.server, mia).addGroceriesTo(whose, { name: 'Milk', amount: '2', unit: 'l' });
    await apiOf(browsers.server, sam).addGroceriesTo(
      whose,
      { name: 'milk', amount: '500', unit: 'ml', recipeTitle: 'Pancakes' },
      { name: 'Milk', amount: '1', unit: 'bottle' },
    );
    const { page } = mia;
    await page.getByText('1 to buy, shared by 2').waitFor();
    await expect
      .poll(() => onMia.section('Dairy & eggs').allInnerTexts())
      .toEqual([expect.stringMatching(/^Milk\s+2.5 l \+ 1 bottle/)]);
    await page.getByRole('button', { name: '3 lines of Milk, added by Mia and Sam' }).click();
    const lines = page.getByRole('list', { name: 'Lines of Milk' }).getByRole('listitem');
    await expect
      .poll(async () => (await lines.allInnerTexts()).map((text) => text.replace(/\s+/g, ' ').trim()))
      .toEqual([
        expect.stringMatching(/^2 l You/),
        expect.stringMatching(/^500 ml for Pancakes/),
        expect.stringMatching(/^1 bottle Sam/),
      ]);
    await page.setViewportSize({ width: 1440, height: 900 });
    await expectGoodLayout(page);

    await onMia.check('Milk').press('Space');
    await onSam.section('Checked').getByText('Checked by Mia').waitFor();
    // A row that has not moved yet would still show its lines after the change is undone.
    await onMia.section('Checked').getByText('Checked by you').waitFor();
    await sam.page.getByText('Everything is checked', { exact: true }).waitFor();
    await sam.page.getByRole('link', { name: 'History' }).click();
    const change = sam.page.getByRole('listitem').filter({ hasText: 'Mia checked Milk' });
    await change.getByRole('button', { name: 'Undo' }).click();
    await onMia.section('Dairy & eggs').getByText('2.5 l + 1 bottle').waitFor();
    await change.getByText('undone by you').waitFor();
    await sam.page.goBack();

    // A line that is removed takes nothing else with it, and the focus stays in the row.
    await page.getByRole('button', { name: '3 lines of Milk' }).click();
    await page.getByRole('button', { name: 'Remove Milk, 1 bottle' }).press('Enter');
    await onSam.item('Milk').getByText('2.5 l', { exact: true }).waitFor();
    await expect
      .poll(() => page.evaluate(() => document.activeElement?.getAttribute('aria-label')))
      .toMatch(/Milk|milk/);
    await page.getByRole('button', { name: 'Remove milk, 500 ml' }).press('Enter');
    await onSam.item('Milk').getByText('2 l', { exact: true }).waitFor();
    await expect.poll(() => onMia.check('Milk').evaluate((box) => box === document.activeElement)).toBe(true);
    expect(await onMia.item('Milk').getByRole('button', { name: 'Edit Milk, added by Mia' }).count()).toBe(1);
  });

  test('has a note, an aisle and who brings an item, which the other member sees and may have changed', {
    tags: 'extended',
  }, async () => {
    const { items } = await apiOf(browsers.server, mia).addGroceriesTo(whose, {
      name: 'Potatoes',
      amount: '9',
      unit: 'kg',
    });
    const dialog = await onMia.edit('Potatoes');
    await dialog.getByText(/^Added by you, today, \d\d:\d\d/).waitFor();
    await dialog.getByLabel('Note').fill('The waxy ones');
    await dialog.getByLabel('Aisle').selectOption({ label: 'Another aisle…' });
    await dialog.getByLabel('Name of the aisle').fill('Market');
    await dialog.getByText('Sam', { exact: true }).click();
    await expectGoodLayout(mia.page);
    await dialog.getByRole('button', { name: 'Save' }).click();
    await onSam.section('Market').getByText('The waxy ones').waitFor();
    await onMia.section('Market').getByText('The waxy ones').waitFor();

    const second = await onMia.edit('Potatoes');
    expect(await second.getByRole('radio', { name: 'Sam' }).isChecked()).toBe(true);
    await expect.poll(() => second.getByLabel('Aisle').inputValue()).toBe('Market');
    const current = { note: 'The waxy ones' };
    await apiOf(browsers.server, sam).changeGroceryOf(whose, items[0]?.id ?? '', { note: 'Floury', from: current });
    await second.getByLabel('Note').fill('For salad');
    browsers.allowProblems(/409.*api[/]grocery-list/);
    await second.getByRole('button', { name: 'Save' }).click();
    await second.getByText('Sam changed this to Floury meanwhile. Save again to replace it.').waitFor();
    await second.getByLabel('Note').fill('');
    await second.getByRole('button', { name: 'Save' }).click();
    await onSam.section('Market').getByText('You bring it').waitFor();
    await onMia.section('Market').getByText('Sam brings it').waitFor();

    await (await onMia.edit('Potatoes')).getByRole('link', { name: 'All its changes' }).click();
    await mia.page.getByText('Only the changes of one item.').waitFor();
    await mia.page.getByRole('listitem').filter({ hasText: 'You added Potatoes' }).waitFor();
    await mia.page.goBack();
  });

  test('keeps what another member has changed beside the value that is replaced', async () => {
    const { items } = await apiOf(browsers.server, mia).addGroceriesTo(whose, {
      name: 'Apples',
      amount: '2',
      unit: 'kg',
    });
    const dialog = await onMia.edit('Apples');
    const seen = { amount: '2', unit: 'kg' };
    const id = items[0]?.id ?? '';
    await apiOf(browsers.server, sam).changeGroceryOf(whose, id, { amount: '9', note: 'The sour ones', from: seen });
    await dialog.getByLabel('Amount').fill('4');
    browsers.allowProblems(/409.*api[/]grocery-list/);
    const sent = Promise.withResolvers<void>();
    const typed = Promise.withResolvers<void>();
    await mia.page.route(`**/api/grocery-list/*/${id}`, async (route) => {
      sent.resolve();
      await typed.promise;
      await route.continue();
    });
    await dialog.getByRole('button', { name: 'Save' }).click();
    await sent.promise;
    await dialog.getByLabel('Name').fill('Red apples');
    typed.resolve();
    await dialog.getByText('Sam changed this to 9 kg meanwhile. Save again to replace it.').waitFor();
    await dialog.getByRole('button', { name: 'Save' }).click();
    await dialog.waitFor({ state: 'hidden' });
    await mia.page.unroute(`**/api/grocery-list/*/${id}`);
    const now = (await apiOf(browsers.server, sam).listOf(whose)).items.find((item) => item.id === id);
    expect([now?.name, now?.amount, now?.note]).toEqual(['Red apples', '4', 'The sour ones']);
  });

  test('keeps the screen on while something is left to buy, if the user wants that', { tags: 'extended' }, async () => {
    const { page } = await browsers.signIn(mia);
    await page.addInitScript(() => {
      const locks = { held: 0 };
      Object.assign(window, { locks });
      const request = async () => {
        locks.held += 1;
        const lock = Object.assign(new EventTarget(), {
          released: false,
          release: async () => {
            if (!lock.released) locks.held -= 1;
            lock.released = true;
          },
        });
        return lock;
      };
      Object.defineProperty(navigator, 'wakeLock', { value: { request } });
    });
    const held = () => page.evaluate(() => Reflect.get(Reflect.get(window, 'locks'), 'held'));
    const list = listOn(page);
    await apiOf(browsers.server, mia).addGroceries({ name: 'Milk' });
    await page.goto('/grocery-list');
    await page.getByRole('button', { name: 'Just me', exact: true }).click();
    await list.item('Milk').waitFor();
    expect(await held()).toBe(0);
    const option = page.getByRole('menuitemcheckbox', { name: 'Keep the screen on' });
    await page.getByRole('button', { name: 'More', exact: true }).click();
    expect(await option.getAttribute('aria-checked')).toBe('false');
    await option.press('Enter');
    await expect.poll(held).toBe(1);
    await page.reload();
    await expect.poll(held).toBe(1);
    await list.press('Milk');
    await expect.poll(held).toBe(0);
  });

  test('checks lines that were seen without a connection, and not one that was added meanwhile', async () => {
    const { page, context } = await browsers.signIn(mia);
    const list = listOn(page);
    await apiOf(browsers.server, mia).addGroceriesTo(
      whose,
      { name: 'Eggs', amount: '2' },
      { name: 'Eggs', amount: '6' },
    );
    await page.goto('/grocery-list');
    await page.getByRole('button', { name: 'Home', exact: true }).click();
    await list.item('Eggs').getByText('8', { exact: true }).waitFor();
    await atRest(page);
    await context.setOffline(true);
    await list.press('Eggs');
    await list.section('Checked').getByText('Waiting').waitFor();
    await apiOf(browsers.server, sam).addGroceriesTo(whose, { name: 'Egg', amount: '3' });
    await onSam.item('Eggs').getByText('11', { exact: true }).waitFor();
    await context.setOffline(false);
    await onSam.section('Checked').getByText('8', { exact: true }).waitFor();
    await onSam.section('Dairy & eggs').getByText('3', { exact: true }).waitFor();
    await list.section('Dairy & eggs').getByText('3', { exact: true }).waitFor();
  });
});
