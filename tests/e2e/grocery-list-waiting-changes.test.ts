/** Changes of the grocery list that wait to be sent: in several tabs, after the page closes, and before a sign-out. */
import type { Page } from 'playwright-core';
import { expect, test } from 'vitest';
import type { AddIngredients } from '../../server/core/contracts/grocery-list.ts';
import { accessibilityFindings } from '../support/accessibility.ts';
import { atRest } from '../support/at-rest.ts';
import { type Browsers, connectionErrors, type Person } from '../support/browsers.ts';
import { listOn } from '../support/grocery-list.ts';
import { storedChanges } from '../support/kept-documents.ts';
import { describeWith } from '../support/requirements.ts';
import { withBrowsers } from '../support/with-browsers.ts';
import { withEmptyList } from '../support/with-phone-and-laptop.ts';

describeWith('chromium', 'waiting changes of the grocery list', (chromium) => {
  let browsers: Browsers;
  let phone: Person;
  let laptopList: ReturnType<typeof listOn>;

  withEmptyList(withBrowsers, chromium, (opened) => {
    ({ browsers, phone, laptopList } = opened);
  });

  const nameIn = ({ body }: { body: AddIngredients }) => body.ingredients[0]?.name ?? '';

  const addBreadOffline = async (page: Page) => {
    await page.goto('/grocery-list');
    await page.getByText('Live', { exact: true }).waitFor();
    await atRest(page);
    await page.context().setOffline(true);
    await listOn(page).add('Bread');
    await page.getByText('1 change waiting').waitFor();
  };

  test('keeps waiting changes when the page closes, and sends them from whatever screen is opened next', async () => {
    browsers.allowProblems(connectionErrors);
    const { page, context } = await browsers.signIn(phone);
    await addBreadOffline(page);
    await expect.poll(() => storedChanges(page)).toBe(1);
    const questions: string[] = [];
    page.on('dialog', async (dialog) => {
      questions.push(dialog.type());
      await dialog.accept();
    });
    await page.close({ runBeforeUnload: true });
    await expect.poll(() => page.isClosed()).toBe(true);
    expect(questions, 'nothing is lost').toEqual([]);
    await context.setOffline(false);
    const next = await context.newPage();
    await next.goto('/community');
    await laptopList.item('Bread').waitFor();
    await atRest(next);
    await next.goto('/grocery-list');
    await listOn(next).item('Bread').waitFor();
    await next.getByText('Live', { exact: true }).waitFor();
  });

  test('shows and sends the waiting changes of all tabs, each once', async () => {
    browsers.allowProblems(connectionErrors);
    const { page, context } = await browsers.signIn(phone);
    const other = await context.newPage();
    const sent: string[] = [];
    context.on('response', (response) => {
      if (response.request().method() !== 'POST') return;
      const body = response.request().postDataJSON();
      if (response.url().endsWith('/api/grocery-list')) sent.push(body.ingredients[0].name);
      if (response.url().endsWith('/api/batch')) sent.push(...body.calls.map(nameIn));
    });
    for (const tab of [page, other]) {
      await tab.goto('/grocery-list');
      await tab.getByText('Live', { exact: true }).waitFor();
      await atRest(tab);
    }
    await context.setOffline(true);
    await listOn(page).add('Bread');
    await listOn(other).item('Bread').waitFor();
    await listOn(other).add('Salt');
    await listOn(page).item('Salt').waitFor();
    for (const tab of [page, other]) await tab.getByText('2 changes waiting').waitFor();
    await context.setOffline(false);
    for (const name of ['Bread', 'Salt']) await laptopList.item(name).waitFor();
    for (const tab of [page, other]) {
      await tab.getByText('Live', { exact: true }).waitFor();
      await expect.poll(() => listOn(tab).items.count()).toBe(2);
    }
    // Playwright reports a response later than the page has it.
    await expect.poll(() => sent).toEqual(['Bread', 'Salt']);
    for (const tab of [page, other]) await atRest(tab);
    expect(sent).toHaveLength(2);
  });

  test('keeps waiting changes in the page if the browser stores nothing, and says so', async () => {
    browsers.allowProblems(connectionErrors);
    const { page, context } = await browsers.signIn(phone);
    await context.addInitScript(() => Object.defineProperty(window, 'indexedDB', { value: undefined }));
    await addBreadOffline(page);
    await page.getByText('Kept only while this page is open').waitFor();
    await context.setOffline(false);
    await laptopList.item('Bread').waitFor();
    await page.getByText('Kept only while this page is open').waitFor({ state: 'detached' });
  });

  test('asks before a sign-out deletes waiting changes, and sends them first', async () => {
    browsers.allowProblems(/502.*api[/]grocery-list/);
    const { page, context } = await browsers.signIn(phone);
    await page.goto('/grocery-list');
    await page.getByText('Live', { exact: true }).waitFor();
    await atRest(page);
    await context.route('**/api/grocery-list', (route) => route.fulfill({ status: 502 }));
    await listOn(page).add('Bread');
    await page.getByText('1 change waiting').click();
    const sheet = page.getByRole('dialog', { name: '1 change waiting' });
    await sheet.getByRole('listitem').filter({ hasText: 'Add Bread' }).waitFor();
    await sheet.getByRole('button', { name: 'Close' }).click();
    await page.getByRole('button', { name: 'Mia', exact: true }).click();
    await page.getByRole('menuitem', { name: 'Sign Out' }).click();
    const dialog = page.getByRole('dialog', { name: 'Sign out?' });
    await dialog.getByText('1 change waits to be sent.').waitFor();
    expect(await accessibilityFindings(page)).toEqual([]);
    await dialog.getByRole('button', { name: 'Send first' }).click();
    await dialog.getByText('You are signed out as soon as everything is saved.').waitFor();
    await context.unrouteAll();
    await laptopList.item('Bread').waitFor();
    await page.waitForURL('**/login');
  });

  test('asks before a sign-out deletes what another tab has stored, which this one cannot show', async () => {
    browsers.allowProblems(connectionErrors);
    browsers.allowProblems(/ERR_FAILED.*sign-out-dialog/);
    const { page, context } = await browsers.signIn(phone);
    // Other tests may have left the code of the dialog in the cache.
    await page.route('**/sign-out-dialog-*', (route) => route.abort());
    await page.goto('/community');
    await atRest(page);
    await addBreadOffline(await context.newPage());
    const questions: string[] = [];
    page.on('dialog', async (dialog) => {
      questions.push(dialog.message());
      await dialog.dismiss();
    });
    await page.bringToFront();
    await page.getByRole('button', { name: 'Mia', exact: true }).click();
    await page.getByRole('menuitem', { name: 'Sign Out' }).click();
    await expect.poll(() => questions).toEqual(['Sign out and lose what is not saved?']);
    await context.setOffline(false);
    await laptopList.item('Bread').waitFor();
  });
});
