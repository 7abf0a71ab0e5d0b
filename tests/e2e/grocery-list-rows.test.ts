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
    await sam.page.getByText('Everything is checked').waitFor();
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
