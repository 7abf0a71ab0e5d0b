/** One grocery list in two browsers of one account, while the connection or the server is down. */
import { expect, test } from 'vitest';
import { accessibilityFindings } from '../support/accessibility.ts';
import { watchAlerts } from '../support/alerts.ts';
import { atRest, isConnect, nextIdlePeriod } from '../support/at-rest.ts';
import { type Browsers, connectionErrors, type Person } from '../support/browsers.ts';
import { listOn, saveItem } from '../support/grocery-list.ts';
import { describeWith } from '../support/requirements.ts';
import type { RunningServer } from '../support/running-server.ts';
import { withOwnServer } from '../support/with-browsers.ts';
import { withEmptyList } from '../support/with-phone-and-laptop.ts';

describeWith('chromium', 'the grocery list without a connection', (chromium) => {
  let browsers: Browsers<RunningServer>;
  let phone: Person;
  let laptop: Person;
  let phoneList: ReturnType<typeof listOn>;
  let laptopList: ReturnType<typeof listOn>;

  withEmptyList(withOwnServer, chromium, (opened) => {
    ({ browsers, phone, laptop, phoneList, laptopList } = opened);
  });

  /** Opens the dialog to edit milk, on a page at rest. */
  const editMilk = async () => {
    const dialog = await phoneList.edit('Milk');
    await atRest(phone.page);
    return dialog;
  };

  const addMilk = async () => {
    await phoneList.add('milk, 2 l');
    await laptopList.item('Milk').waitFor();
  };

  test('allows all changes while offline, and sends them after a reconnect', async () => {
    browsers.allowProblems(connectionErrors);
    for (const name of ['Milk', 'Eggs']) await phoneList.add(name);
    await laptopList.item('Eggs').waitFor();
    const dialog = await editMilk();
    await phone.context.setOffline(true);
    await phone.line.cut();

    await phone.page.getByText('Offline', { exact: true }).waitFor();
    await dialog.getByLabel('Amount').fill('2');
    await dialog.getByLabel('Unit').fill('l');
    await dialog.getByRole('button', { name: 'Save' }).click();
    await dialog.waitFor({ state: 'detached' });
    await phone.page.getByText('1 change waiting').waitFor();
    await phoneList.item('Milk').getByText('2 l').waitFor();
    await phoneList.press('Milk');
    await phone.page.getByText('2 changes waiting').waitFor();
    await phoneList.add('Bread');
    await phone.page.getByText('3 changes waiting').waitFor();
    await laptopList.press('Eggs');
    await laptopList.section('Checked').getByText('Eggs').waitFor();

    const alerts = await watchAlerts(phone.page);
    await phone.line.restore();
    await phone.context.setOffline(false);
    await laptopList.section('Checked').getByText('Milk').waitFor();
    await laptopList.item('Milk').getByText('2 l').waitFor();
    await laptopList.item('Bread').waitFor();
    await phoneList.section('Checked').getByText('Eggs').waitFor();
    await phone.page.getByText('Live', { exact: true }).waitFor();
    expect(await alerts()).toEqual([]);
  });

  test('shows Live once the list is fetched, not as soon as the connection is open', { tags: 'extended' }, async () => {
    browsers.allowProblems(connectionErrors);
    const { page, context, line } = await browsers.signIn(phone);
    const { item, status } = listOn(page);
    const list = '**/api/grocery-list/*';
    let responses = Promise.withResolvers<void>();
    const holdResponses = async () => {
      responses = Promise.withResolvers();
      await context.route(list, async (route) => {
        await responses.promise;
        await route.fallback();
      });
    };
    const waitForConnect = async () => {
      const socket = await page.waitForEvent('websocket');
      await socket.waitForEvent('framereceived', ({ payload }) => isConnect(payload));
      await nextIdlePeriod(page);
    };

    await holdResponses();
    await Promise.all([waitForConnect(), page.goto('/grocery-list')]);
    await page.getByText('Loading your list...').waitFor();
    expect(await status.innerText()).toBe('Connecting');
    responses.resolve();
    await page.getByText('Live', { exact: true }).waitFor();
    await atRest(page);

    await line.cut();
    await laptopList.add('Milk');
    await holdResponses();
    await Promise.all([waitForConnect(), line.restore()]);
    expect(await status.innerText()).toBe('Connecting');
    expect(await item('Milk').count()).toBe(0);
    responses.resolve();
    await page.getByText('Live', { exact: true }).waitFor();
    expect(await item('Milk').count()).toBe(1);
  });

  test('clears the items seen while offline, keeps those added meanwhile, and can undo that', async () => {
    browsers.allowProblems(connectionErrors);
    await addMilk();
    await atRest(phone.page);
    await phone.context.setOffline(true);
    await phone.line.cut();
    await phoneList.add('Bread');
    await phoneList.clear();
    await phone.page.getByText('2 changes waiting').waitFor();
    await phoneList.undo.hover(); // Keeps the offer to undo.
    const saved = laptop.page.waitForResponse((response) => response.request().method() === 'POST');
    await laptopList.add('Salt');
    await saved;

    await phone.line.restore();
    await phone.context.setOffline(false);
    await laptopList.item('Milk').waitFor({ state: 'detached' });
    await phone.page.getByText('Live', { exact: true }).waitFor();
    for (const list of [phoneList, laptopList]) {
      await list.item('Salt').waitFor();
      await expect.poll(() => list.items.count()).toBe(1);
    }
    await phoneList.undo.click();
    for (const name of ['Milk', 'Bread']) await laptopList.item(name).waitFor();
    await expect.poll(() => phoneList.items.count()).toBe(3);
  });

  test('does not replace a name that was changed meanwhile, and shows both for a choice', async () => {
    browsers.allowProblems(connectionErrors);
    browsers.allowProblems(/409.*api[/]grocery-list/);
    await phoneList.add('Milk');
    await laptopList.item('Milk').waitFor();
    // Loads the dialog's code, which only the service worker stores.
    await editMilk();
    await phone.page.keyboard.press('Escape');
    await phone.page.getByRole('dialog').waitFor({ state: 'detached' });
    await phone.context.setOffline(true);
    await phone.line.cut();
    const edit = async (list: typeof phoneList, from: string, to: string) => {
      const dialog = await list.edit(from);
      await dialog.getByLabel('Name').fill(to);
      await dialog.getByRole('button', { name: 'Save' }).click();
      await dialog.waitFor({ state: 'detached' });
    };
    await edit(phoneList, 'Milk', 'Oat milk');
    await phoneList.item('Oat milk').waitFor();
    await edit(laptopList, 'Milk', 'Soy milk');
    await laptopList.item('Soy milk').waitFor();
    await phone.line.restore();
    await phone.context.setOffline(false);
    await phone.page.getByRole('alert').getByText('Not saved: Rename Milk to Oat milk').waitFor();
    await phoneList.item('Soy milk').waitFor();

    await phone.page.getByRole('button', { name: '1 not saved' }).click();
    const sheet = phone.page.getByRole('dialog', { name: '1 change not saved' });
    await sheet.getByText('Mia was first: Soy milk is on the list. Which one?').waitFor();
    expect(await accessibilityFindings(phone.page)).toEqual([]);
    await sheet.getByRole('button', { name: 'Oat milk from you' }).click();
    await laptopList.item('Oat milk').waitFor();
    await phone.page.getByRole('heading', { name: 'Everything is saved' }).waitFor();
  });

  test('loses nothing on kill -9 of the server: keeps changes until both browsers have reconnected by themselves', async () => {
    browsers.allowProblems(connectionErrors);
    await phoneList.add('milk, 2 l');
    await phoneList.press('Milk');
    await laptopList.section('Checked').getByText('Milk').waitFor();
    await phoneList.section('Checked').getByText('Milk').waitFor();
    const dialog = await editMilk();
    await atRest(laptop.page);
    await browsers.server.kill();
    await laptop.page.getByText('Offline', { exact: true }).waitFor();

    const alerts = await watchAlerts(phone.page);
    let failed = 0;
    phone.page.on('requestfailed', (request) => {
      if (request.method() !== 'GET' && request.url().includes('/api/')) failed++;
    });
    await saveItem(dialog, { Amount: '3' });
    await dialog.waitFor({ state: 'detached' });
    await phoneList.add('Bread');
    await phoneList.press('Bread');
    await phone.page.getByText('3 changes waiting').waitFor();
    // The change is sent three times, and retried after a pause.
    await expect.poll(() => failed).toBeGreaterThan(3);
    await phone.page.getByText('3 changes waiting').waitFor();
    await browsers.server.start();

    for (const { page } of [phone, laptop]) await page.getByText('Live', { exact: true }).waitFor();
    await laptopList.item('Milk').getByText('3 l').waitFor();
    await laptopList.section('Checked').getByText('Bread').waitFor();
    await laptopList.add('Eggs');
    await phoneList.item('Eggs').waitFor();
    await expect.poll(() => phoneList.check('Milk').isChecked()).toBe(true);
    expect(await phoneList.items.count()).toBe(3);
    expect(await alerts()).toEqual([]);
  });
});
