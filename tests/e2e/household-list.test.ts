/** The switch between the user's own list and plan and those of their households. */
import type { Page } from 'playwright-core';
import { expect, test } from 'vitest';
import { apiOf } from '../support/api-of.ts';
import { atRest } from '../support/at-rest.ts';
import { type Browsers, connectionErrors, type Person } from '../support/browsers.ts';
import { listOn } from '../support/grocery-list.ts';
import { openHousehold } from '../support/households.ts';
import { keptDocuments } from '../support/kept-documents.ts';
import { expectGoodLayout } from '../support/layout.ts';
import { planOn } from '../support/meal-plan.ts';
import { describeWith } from '../support/requirements.ts';
import { withBrowsers } from '../support/with-browsers.ts';

describeWith('chromium', "a household's list and plan", (chromium) => {
  let browsers: Browsers;
  let mia: Person;
  let sam: Person;

  withBrowsers(chromium, async (opened) => {
    browsers = opened;
    [mia, sam] = await Promise.all([browsers.register('Mia'), browsers.register('Sam')]);
  });

  const switchOn = (page: Page, label = 'Whose list') => page.getByRole('group', { name: label });
  const choose = (page: Page, name: string, label?: string) =>
    switchOn(page, label).getByRole('button', { name, exact: true }).click();
  const chosenOn = (page: Page, label?: string) =>
    switchOn(page, label).getByRole('button', { pressed: true }).allInnerTexts();

  test('have no switch for a user without a household', { tags: 'extended' }, async () => {
    const { page } = await browsers.register('Eve');
    await page.goto('/grocery-list');
    await page.getByText('Your grocery list is empty').waitFor();
    await atRest(page);
    expect(await switchOn(page).count()).toBe(0);
  });

  test('are shared live, apart from the own list, and the choice is remembered', async () => {
    const { id } = await openHousehold(browsers, 'Home', mia, sam);
    await apiOf(browsers.server, mia).addGroceries({ name: 'Secret chocolate' });
    await mia.page.goto('/grocery-list');
    // Until she chooses, the only household is shown.
    await expect.poll(() => chosenOn(mia.page)).toEqual(['Home']);
    await choose(mia.page, 'Just me');
    await listOn(mia.page).item('Secret chocolate').waitFor();
    await choose(mia.page, 'Home');
    await mia.page.getByText('Nothing to buy yet').waitFor();
    await listOn(mia.page).item('Secret chocolate').waitFor({ state: 'detached' });
    await listOn(mia.page).add('Milk, 2 l');
    await sam.page.goto('/grocery-list');
    await choose(sam.page, 'Home');
    await listOn(sam.page).item('Milk').waitFor();
    await sam.page.getByText('1 to buy, shared by 2').waitFor();
    await listOn(sam.page).item('Milk').getByRole('button', { name: 'Edit Milk, added by Mia' }).waitFor();
    await listOn(sam.page).add('Bread');
    await listOn(mia.page).item('Bread').waitFor();

    await mia.page.reload();
    await listOn(mia.page).item('Milk').waitFor();
    await expect.poll(() => chosenOn(mia.page)).toEqual(['Home']);
    // The plan follows the same choice.
    await mia.page.goto('/meal-plan');
    await expect.poll(() => chosenOn(mia.page, 'Whose plan')).toEqual(['Home']);
    await sam.page.goto('/meal-plan');
    await expect.poll(() => chosenOn(sam.page, 'Whose plan')).toEqual(['Home']);
    await planOn(mia.page).add('Monday', 'Dinner', 'Bibimbap');
    await planOn(sam.page).filled('Monday', 'Bibimbap').waitFor();
    await choose(sam.page, 'Just me', 'Whose plan');
    await planOn(sam.page).filled('Monday', 'Bibimbap').waitFor({ state: 'detached' });
    await apiOf(browsers.server, mia).dissolve(id);
  });

  test('end at once for a member who is removed, who then sees their own list and one message', async () => {
    const { id } = await openHousehold(browsers, 'Boat', mia, sam);
    await apiOf(browsers.server, mia).addGroceriesTo(id, { name: 'Rope' });
    await apiOf(browsers.server, sam).addGroceries({ name: 'Own bread' });
    await sam.page.goto('/grocery-list');
    await choose(sam.page, 'Boat');
    await listOn(sam.page).item('Rope').waitFor();
    await atRest(sam.page);
    const isKept = async () => (await keptDocuments(sam.page)).some((name) => name.includes(id));
    await expect.poll(isKept).toBe(true);
    await apiOf(browsers.server, mia).endMembership(id, sam.session.uid);
    await listOn(sam.page).item('Rope').waitFor({ state: 'detached' });
    await listOn(sam.page).item('Own bread').waitFor();
    await expect.poll(isKept).toBe(false);
    const notice = sam.page.getByRole('status').getByText('You are no longer a member of Boat.');
    await notice.waitFor();
    await sam.page.reload();
    await listOn(sam.page).item('Own bread').waitFor();
    await atRest(sam.page);
    expect(await notice.count()).toBe(0);
    expect(await switchOn(sam.page).count()).toBe(0);
  });

  test('keep for a member who was removed what they changed meanwhile, as not saved, and nothing else', async () => {
    browsers.allowProblems(connectionErrors);
    browsers.allowProblems(/403.*api[/]/);
    const { id } = await openHousehold(browsers, 'Cabin', mia, sam);
    await apiOf(browsers.server, mia).addGroceriesTo(id, { name: 'Firewood' });
    await apiOf(browsers.server, sam).addGroceries({ name: 'Own bread' });
    const { page, context, line } = sam;
    await page.goto('/grocery-list');
    await choose(page, 'Cabin');
    const list = listOn(page);
    await list.item('Firewood').waitFor();
    const isKept = async () => (await keptDocuments(page)).some((name) => name.includes(id));
    await expect.poll(isKept).toBe(true);
    await atRest(page);
    await context.setOffline(true);
    await line.cut();
    await page.getByText(/^1 to buy.*, as of \d\d:\d\d$/).waitFor();
    await list.add('Compass');
    await list.press('Firewood');
    await page.getByText('2 changes waiting').waitFor();
    await apiOf(browsers.server, mia).endMembership(id, sam.session.uid);
    await line.restore();
    await context.setOffline(false);

    await page.getByRole('status').getByText('You are no longer a member of Cabin.').waitFor();
    await list.item('Own bread').waitFor();
    await page.getByRole('button', { name: '2 not saved' }).click();
    const sheet = page.getByRole('dialog', { name: /not saved$/ });
    const notSaved = (text: string) => sheet.getByRole('listitem').filter({ hasText: text });
    await notSaved('Add Compass').getByText('You are no longer a member of this household.').waitFor();
    await notSaved('Check Firewood').getByRole('button', { name: 'Discard' }).click();
    await notSaved('Check Firewood').waitFor({ state: 'detached' });
    // A hidden page stores what it shows.
    await page.evaluate(() => {
      Object.defineProperty(document, 'visibilityState', { value: 'hidden', configurable: true });
      document.dispatchEvent(new Event('visibilitychange'));
      Reflect.deleteProperty(document, 'visibilityState');
    });
    await notSaved('Add Compass').getByRole('button', { name: 'Edit' }).click();
    await expect.poll(() => list.box.inputValue()).toBe('Compass');
    expect((await apiOf(browsers.server, mia).groceries(id)).toSorted()).toEqual(['Firewood']);
    await atRest(page);
    expect(await isKept()).toBe(false);
    await list.box.press('Enter');
    await list.item('Compass').waitFor();
    await expect.poll(() => apiOf(browsers.server, sam).groceries()).toContain('Compass');
  });

  test('fit every screen with more than three choices, and are accessible', { tags: 'extended' }, async () => {
    const ann = await browsers.register('Ann');
    for (const name of ['Home', 'Grandma’s', 'The choir on Thursdays']) await openHousehold(browsers, name, ann, sam);
    await ann.page.goto('/grocery-list');
    await choose(ann.page, 'The choir on Thursdays');
    await ann.page.getByText('Nothing to buy yet').waitFor();
    await ann.page.setViewportSize({ width: 1440, height: 900 });
    await expectGoodLayout(ann.page);
    await ann.page.goto('/meal-plan');
    await switchOn(ann.page, 'Whose plan').waitFor();
    await expectGoodLayout(ann.page);
  });
});
