/** One grocery list on two browsers of one account, when the line breaks, the network or the server is gone. */
import type { Locator } from 'playwright-core';
import { beforeEach, expect, test } from 'vitest';
import { watchAlerts } from '../support/alerts.ts';
import { atRest, isConnect, nextIdlePeriod } from '../support/at-rest.ts';
import { type Browsers, connectionErrors, openPhoneAndLaptop, type Person } from '../support/browsers.ts';
import { listOn, openEmptyList } from '../support/grocery-list.ts';
import { describeWith } from '../support/requirements.ts';
import { withBrowsers } from '../support/with-browsers.ts';

describeWith('chromium', 'the grocery list without a connection', (chromium) => {
  let browsers: Browsers;
  let phone: Person;
  let laptop: Person;
  let here: ReturnType<typeof listOn>;
  let there: ReturnType<typeof listOn>;

  withBrowsers(chromium, async (opened) => {
    browsers = opened;
    ({ phone, laptop } = await openPhoneAndLaptop(browsers));
    here = listOn(phone.page);
    there = listOn(laptop.page);
  });

  beforeEach(() => openEmptyList(browsers.server, [phone, laptop]));

  /** From now on the server has no words for whatever the phone wants to change, once it is to answer. */
  const refuseChanges = async (answers: Promise<void> = Promise.resolve()) => {
    browsers.allowProblems(/500.*api[/]grocery-list/);
    await phone.context.route('**/api/grocery-list**', async (route) => {
      if (route.request().method() === 'GET') return route.fallback();
      await answers;
      return route.fulfill({ status: 500 });
    });
  };

  /** The dialog of milk, open on a page at rest. */
  const editMilk = async () => {
    const dialog = await here.edit('Milk');
    await atRest(phone.page);
    return dialog;
  };

  const save = async (dialog: Locator, fields: Readonly<Record<string, string>>) => {
    for (const [label, text] of Object.entries(fields)) await dialog.getByLabel(label).fill(text);
    await dialog.getByRole('button', { name: 'Save' }).click();
  };

  const addMilk = async () => {
    await here.add('milk, 2 l');
    await there.item('Milk').waitFor();
  };

  test('what the server got is there and not said to have failed, though its answers were lost', async () => {
    browsers.allowProblems(/ERR_FAILED.*api[/]grocery-list/);
    await phone.context.route('**/api/grocery-list**', async (route) => {
      await route.fetch();
      await route.abort();
    });
    const lost: string[] = [];
    phone.page.on('requestfailed', (request) => lost.push(request.method()));
    const alerts = await watchAlerts(phone.page);
    await here.add('Milk');
    await here.press('Milk');
    await there.section('Checked').getByText('Milk').waitFor();
    // Each is sent three times; then the page would say so.
    for (const method of ['POST', 'PATCH']) {
      await expect.poll(() => lost.filter((one) => one === method)).toHaveLength(3);
    }
    await atRest(phone.page);
    await here.section('Checked').getByText('Milk').waitFor();
    expect(await alerts()).toEqual([]);
    await expect.poll(() => here.box.inputValue()).toBe('');
  });

  test('what the server refuses is taken back, and said', async () => {
    for (const name of ['Milk', 'Eggs']) await here.add(name);
    await there.item('Eggs').waitFor();
    await atRest(phone.page);
    await refuseChanges();
    const alert = phone.page.getByRole('alert');

    await here.press('Milk');
    await alert.getByText('Failed to update item').waitFor();
    await expect.poll(() => here.check('Milk').isChecked()).toBe(false);

    await here.add('Butter');
    await alert.getByText('Failed to add items to grocery list').waitFor();
    await here.item('Butter').waitFor({ state: 'detached' });
    // What one typed is not to be typed again.
    await expect.poll(() => here.box.inputValue()).toBe('Butter');
    await here.box.press('Escape');

    await here.remove('Milk');
    await alert.getByText('Failed to remove item').waitFor();
    await here.item('Milk').waitFor();
    // It would go by itself after a while.
    expect(await here.undo.count()).toBe(0);

    await here.clear();
    await alert.getByText('Failed to clear grocery list').waitFor();
    await here.item('Eggs').waitFor();
    await expect.poll(() => there.items.count()).toBe(2);
  });

  test('a change that could not be saved stays in its dialog, as typed, to be saved again', async () => {
    await addMilk();
    const dialog = await editMilk();
    await refuseChanges();
    await save(dialog, { Name: 'Oat milk', Amount: '3' });
    await dialog.getByRole('alert').getByText('Failed to update item').waitFor();
    await here.item('Milk').waitFor();
    await expect.poll(() => dialog.getByLabel('Name').inputValue()).toBe('Oat milk');

    await phone.context.unrouteAll();
    await dialog.getByRole('button', { name: 'Save' }).click();
    await dialog.waitFor({ state: 'detached' });
    await there.item('Oat milk').getByText('3 l').waitFor();
  });

  test('a change that fails after its dialog was closed is said, and is there again when that is opened', async () => {
    await addMilk();
    const closed = Promise.withResolvers<void>();
    const dialog = await editMilk();
    await refuseChanges(closed.promise);
    await save(dialog, { Name: 'Oat milk' });
    await phone.page.keyboard.press('Escape');
    await dialog.waitFor({ state: 'detached' });
    closed.resolve();
    await phone.page.getByRole('alert').getByText('Failed to update item').waitFor();
    await here.item('Milk').waitFor();

    await here.edit('Milk');
    await expect.poll(() => dialog.getByLabel('Name').inputValue()).toBe('Oat milk');
    // Given up, it is forgotten.
    await dialog.getByRole('button', { name: 'Cancel' }).click();
    await here.edit('Milk');
    await expect.poll(() => dialog.getByLabel('Name').inputValue()).toBe('Milk');
  });

  test('in a shop without signal everything works, and is sent when there is one again', async () => {
    browsers.allowProblems(connectionErrors);
    for (const name of ['Milk', 'Eggs']) await here.add(name);
    await there.item('Eggs').waitFor();
    const dialog = await editMilk();
    await phone.context.setOffline(true);
    await phone.line.cut();

    await phone.page.getByText('Offline', { exact: true }).waitFor();
    await dialog.getByLabel('Amount').fill('2');
    await dialog.getByLabel('Unit').fill('l');
    await dialog.getByRole('button', { name: 'Save' }).click();
    await dialog.waitFor({ state: 'detached' });
    await phone.page.getByText('1 change waiting').waitFor();
    await here.item('Milk').getByText('2 l').waitFor();
    await here.press('Milk');
    await phone.page.getByText('2 changes waiting').waitFor();
    await here.add('Bread');
    await phone.page.getByText('3 changes waiting').waitFor();
    await there.press('Eggs');
    await there.section('Checked').getByText('Eggs').waitFor();

    const alerts = await watchAlerts(phone.page);
    await phone.line.restore();
    await phone.context.setOffline(false);
    await there.section('Checked').getByText('Milk').waitFor();
    await there.item('Milk').getByText('2 l').waitFor();
    await there.item('Bread').waitFor();
    await here.section('Checked').getByText('Eggs').waitFor();
    await phone.page.getByText('Live', { exact: true }).waitFor();
    expect(await alerts()).toEqual([]);
  });

  test('the pill says Live once the list was answered, not as soon as the connection stands', async () => {
    browsers.allowProblems(connectionErrors);
    const { page, context, line } = await browsers.signIn(phone);
    const { item, status } = listOn(page);
    const list = '**/api/grocery-list/*';
    let answers = Promise.withResolvers<void>();
    const holdAnswers = async () => {
      answers = Promise.withResolvers();
      await context.route(list, async (route) => {
        await answers.promise;
        await route.fallback();
      });
    };
    const connects = async () => {
      const socket = await page.waitForEvent('websocket');
      await socket.waitForEvent('framereceived', ({ payload }) => isConnect(payload));
      await nextIdlePeriod(page);
    };

    await holdAnswers();
    await Promise.all([connects(), page.goto('/grocery-list')]);
    await page.getByText('Loading your list...').waitFor();
    expect(await status.innerText()).toBe('Connecting');
    answers.resolve();
    await page.getByText('Live', { exact: true }).waitFor();
    await atRest(page);

    await line.cut();
    await there.add('Milk');
    await holdAnswers();
    await Promise.all([connects(), line.restore()]);
    expect(await status.innerText()).toBe('Connecting');
    expect(await item('Milk').count()).toBe(0);
    answers.resolve();
    await page.getByText('Live', { exact: true }).waitFor();
    expect(await item('Milk').count()).toBe(1);
  });

  test('a clearing that waited takes what one saw, and not what came meanwhile, and can be undone', async () => {
    browsers.allowProblems(connectionErrors);
    await addMilk();
    await atRest(phone.page);
    await phone.context.setOffline(true);
    await phone.line.cut();
    await here.add('Bread');
    await here.clear();
    await phone.page.getByText('2 changes waiting').waitFor();
    await here.undo.hover(); // It stays meanwhile.
    const saved = laptop.page.waitForResponse((answer) => answer.request().method() === 'POST');
    await there.add('Salt');
    await saved;

    await phone.line.restore();
    await phone.context.setOffline(false);
    await there.item('Milk').waitFor({ state: 'detached' });
    await phone.page.getByText('Live', { exact: true }).waitFor();
    for (const list of [here, there]) {
      await list.item('Salt').waitFor();
      await expect.poll(() => list.items.count()).toBe(1);
    }
    await here.undo.click();
    for (const name of ['Milk', 'Bread']) await there.item(name).waitFor();
    await expect.poll(() => here.items.count()).toBe(3);
  });

  test('whoever would lose changes that wait is asked before he leaves, on whichever screen', async () => {
    browsers.allowProblems(connectionErrors);
    const { page, context } = await browsers.signIn(phone);
    await page.goto('/community');
    const bar = page.getByRole('navigation', { name: 'Main' }).first();
    await bar.getByRole('link', { name: 'Grocery List' }).click();
    await page.getByText('Live', { exact: true }).waitFor();
    await atRest(page);
    await context.setOffline(true);
    await listOn(page).add('Bread');
    await page.getByText('1 change waiting').waitFor();
    await bar.getByRole('link', { name: 'Community' }).click();
    await page.getByRole('heading', { name: 'Community', level: 1 }).waitFor();

    const asked: string[] = [];
    page.on('dialog', async (question) => {
      asked.push(`${question.type()} ${question.message()}`);
      await question.dismiss();
    });
    await page.evaluate(() => location.reload());
    await expect.poll(() => asked).toEqual([expect.stringMatching(/^beforeunload/)]);
    await page.getByRole('button', { name: 'Mia', exact: true }).click();
    await page.getByRole('menuitem', { name: 'Sign Out' }).click();
    await expect.poll(() => asked.slice(1)).toEqual([expect.stringMatching(/^confirm 1 change not sent/)]);

    await context.setOffline(false);
    await there.item('Bread').waitFor();
  });

  test('kill -9 loses nothing: what is changed meanwhile waits, and both browsers are live again by themselves', async () => {
    browsers.allowProblems(connectionErrors);
    await here.add('milk, 2 l');
    await here.press('Milk');
    await there.section('Checked').getByText('Milk').waitFor();
    await here.section('Checked').getByText('Milk').waitFor();
    const dialog = await editMilk();
    await atRest(laptop.page);
    await browsers.server.kill();
    await laptop.page.getByText('Offline', { exact: true }).waitFor();

    const alerts = await watchAlerts(phone.page);
    let lost = 0;
    phone.page.on('requestfailed', (request) => {
      if (request.method() === 'PATCH') lost++;
    });
    await save(dialog, { Amount: '3' });
    await dialog.waitFor({ state: 'detached' });
    await here.add('Bread');
    await here.press('Bread');
    await phone.page.getByText('3 changes waiting').waitFor();
    // Sent three times and given up for now, and then tried again.
    await expect.poll(() => lost).toBeGreaterThan(3);
    await phone.page.getByText('3 changes waiting').waitFor();
    await browsers.server.start();

    for (const { page } of [phone, laptop]) await page.getByText('Live', { exact: true }).waitFor();
    await there.item('Milk').getByText('3 l').waitFor();
    await there.section('Checked').getByText('Bread').waitFor();
    await there.add('Eggs');
    await here.item('Eggs').waitFor();
    await expect.poll(() => here.check('Milk').isChecked()).toBe(true);
    expect(await here.items.count()).toBe(3);
    expect(await alerts()).toEqual([]);
  });
});
