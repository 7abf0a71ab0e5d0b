/** One grocery list in two browsers of one account, while the server's responses fail. */
import { expect, test } from 'vitest';
import { accessibilityFindings } from '../support/accessibility.ts';
import { watchAlerts } from '../support/alerts.ts';
import { atRest } from '../support/at-rest.ts';
import type { Browsers, Person } from '../support/browsers.ts';
import { type listOn, saveItem } from '../support/grocery-list.ts';
import { describeWith } from '../support/requirements.ts';
import { withBrowsers } from '../support/with-browsers.ts';
import { withEmptyList } from '../support/with-phone-and-laptop.ts';

describeWith('chromium', 'failed changes of the grocery list', (chromium) => {
  let browsers: Browsers;
  let phone: Person;
  let phoneList: ReturnType<typeof listOn>;
  let laptopList: ReturnType<typeof listOn>;

  withEmptyList(withBrowsers, chromium, (opened) => {
    ({ browsers, phone, phoneList, laptopList } = opened);
  });

  /** Makes all further changes of the phone fail with a status and no message, once `released` resolves. */
  const failChanges = async (released: Promise<void> = Promise.resolve()) => {
    browsers.allowProblems(/500.*api[/]grocery-list/);
    await phone.context.route('**/api/grocery-list**', async (route) => {
      if (route.request().method() === 'GET') return route.fallback();
      await released;
      return route.fulfill({ status: 500 });
    });
  };

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

  test('shows no error for changes that the server has recorded although its responses were lost', async () => {
    browsers.allowProblems(/ERR_FAILED.*api[/](grocery-list|batch)/);
    let lost = 0;
    await phone.context.route(/[/]api[/](grocery-list|batch)/, async (route) => {
      if (route.request().method() === 'GET' || lost >= 5) return route.fallback();
      await route.fetch();
      lost++;
      await route.abort();
    });
    const alerts = await watchAlerts(phone.page);
    await phoneList.add('Milk');
    await phoneList.press('Milk');
    await laptopList.section('Checked').getByText('Milk').waitFor();
    await expect.poll(() => lost).toBe(5);
    await atRest(phone.page);
    await phoneList.section('Checked').getByText('Milk').waitFor();
    expect(await alerts()).toEqual([]);
    await expect.poll(() => phoneList.box.inputValue()).toBe('');
  });

  test('reverts a change that the server rejects, and shows an error', async () => {
    for (const name of ['Milk', 'Eggs']) await phoneList.add(name);
    await laptopList.item('Eggs').waitFor();
    await atRest(phone.page);
    await failChanges();
    const alert = phone.page.getByRole('alert');

    await phoneList.press('Milk');
    await alert.getByText('Failed to update item').waitFor();
    await expect.poll(() => phoneList.check('Milk').isChecked()).toBe(false);

    await phoneList.add('Butter');
    await alert.getByText('Failed to add items to grocery list').waitFor();
    await phoneList.item('Butter').waitFor({ state: 'detached' });

    await phoneList.remove('Milk');
    await alert.getByText('Failed to remove item').waitFor();
    await phoneList.item('Milk').waitFor();
    // Asserted once: the offer to undo would disappear by itself after a while.
    expect(await phoneList.undo.count()).toBe(0);

    await phoneList.clear();
    await alert.getByText('Failed to clear grocery list').waitFor();
    await phoneList.item('Eggs').waitFor();
    await expect.poll(() => laptopList.items.count()).toBe(2);

    // They stay where the user can decide, also after a reload.
    await phone.page.reload();
    await phone.page.getByRole('alert').getByText('Not saved: Clear 2 items').waitFor();
    await phone.page.getByRole('button', { name: '4 not saved' }).click();
    const sheet = phone.page.getByRole('dialog');
    const notSaved = (text: string) => sheet.getByRole('listitem').filter({ hasText: text });
    await notSaved('Add Butter').getByText('Failed to add items to grocery list').waitFor();
    await alert.waitFor({ state: 'detached' });
    expect(await accessibilityFindings(phone.page)).toEqual([]);
    await phone.context.unrouteAll();
    await notSaved('Add Butter').getByRole('button', { name: 'Try again' }).click();
    await laptopList.item('Butter').waitFor();
    for (const text of ['Check Milk', 'Remove Milk', 'Clear 2 items']) {
      await notSaved(text).getByRole('button', { name: 'Discard' }).click();
      await notSaved(text).waitFor({ state: 'detached' });
    }
    await sheet.getByRole('heading', { name: 'Everything is saved' }).waitFor();
    await phone.page.keyboard.press('Escape');
    await sheet.waitFor({ state: 'detached' });
    await phone.page.getByRole('button', { name: 'Live' }).waitFor();
    await expect.poll(() => laptopList.items.count()).toBe(3);
  });

  test('keeps the text of a failed change in its dialog, for another attempt', async () => {
    await addMilk();
    const dialog = await editMilk();
    await failChanges();
    await saveItem(dialog, { Name: 'Oat milk', Amount: '3' });
    await dialog.getByRole('alert').getByText('Failed to update item').waitFor();
    await phoneList.item('Milk').waitFor();
    await expect.poll(() => dialog.getByLabel('Name').inputValue()).toBe('Oat milk');

    await phone.context.unrouteAll();
    await dialog.getByRole('button', { name: 'Save' }).click();
    await dialog.waitFor({ state: 'detached' });
    await laptopList.item('Oat milk').getByText('3 l').waitFor();
  });

  test('lists a change that fails after its dialog was closed as not saved', async () => {
    await addMilk();
    const closed = Promise.withResolvers<void>();
    const dialog = await editMilk();
    await failChanges(closed.promise);
    await saveItem(dialog, { Name: 'Oat milk' });
    await phone.page.keyboard.press('Escape');
    await dialog.waitFor({ state: 'detached' });
    closed.resolve();
    await phone.page.getByRole('alert').getByText('Failed to update item').waitFor();
    await phoneList.item('Milk').waitFor();
    await phone.context.unrouteAll();

    await phone.page.getByRole('alert').getByRole('button', { name: 'Show' }).click();
    const sheet = phone.page.getByRole('dialog', { name: '1 change not saved' });
    await sheet.getByText('Rename Milk to Oat milk').waitFor();
    await sheet.getByRole('button', { name: 'Try again' }).click();
    await laptopList.item('Oat milk').waitFor();
  });
});
