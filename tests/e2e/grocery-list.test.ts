/** One grocery list in two browsers of one account. */
import { join } from 'node:path';
import type { Locator } from 'playwright-core';
import { beforeEach, expect, test } from 'vitest';
import { apiOf } from '../support/api-of.ts';
import { atRest, fastForward } from '../support/at-rest.ts';
import { type Browsers, logIn, openPhoneAndLaptop, type Person } from '../support/browsers.ts';
import { listOn, openEmptyList } from '../support/grocery-list.ts';
import { showNotSaved } from '../support/not-saved.ts';
import { profileOn } from '../support/profile.ts';
import { describeWith } from '../support/requirements.ts';
import { withBrowsers } from '../support/with-browsers.ts';

describeWith('chromium', 'the grocery list', (chromium) => {
  let browsers: Browsers;
  let phone: Person;
  let laptop: Person;
  let phoneList: ReturnType<typeof listOn>;
  let laptopList: ReturnType<typeof listOn>;

  withBrowsers(chromium, async (opened) => {
    browsers = opened;
    ({ phone, laptop } = await openPhoneAndLaptop(browsers));
    phoneList = listOn(phone.page);
    laptopList = listOn(laptop.page);
  });

  beforeEach(() => openEmptyList(browsers.server, [phone, laptop]));

  test('shows items in the other browser as they are added, checked, unchecked, changed and removed', async () => {
    await phoneList.add('milk, 2 l');
    await laptopList.item('Milk').waitFor();
    await expect
      .poll(() => laptopList.section('Dairy & eggs').allInnerTexts())
      .toEqual([expect.stringMatching(/^Milk\s+2 l/)]);
    await laptop.page.getByText('1 to buy').waitFor();

    await phoneList.press('Milk');
    await laptopList.section('Checked').getByText('Checked by you').waitFor();
    await expect.poll(() => laptopList.check('Milk').isChecked()).toBe(true);
    await laptop.page.getByText('Everything is checked').waitFor();
    await laptopList.press('Milk');
    await phoneList.section('Dairy & eggs').getByText('Milk').waitFor();
    await expect.poll(() => phoneList.check('Milk').isChecked()).toBe(false);

    await laptopList
      .item('Milk')
      .getByRole('button', { name: /^Edit Milk/ })
      .click();
    const dialog = laptop.page.getByRole('dialog', { name: 'Edit item' });
    await dialog.getByLabel('Name').fill(' ');
    await dialog.getByRole('button', { name: 'Save' }).click();
    await dialog.getByText('An item needs a name').waitFor();
    await dialog.getByLabel('Name').fill('Bread');
    await dialog.getByLabel('Amount').fill('1/2');
    await dialog.getByLabel('Unit').fill('loaf');
    await dialog.getByRole('button', { name: 'Save' }).click();
    await phoneList.section('Bakery').getByText('Bread').waitFor();
    await expect.poll(() => phoneList.item('Bread').innerText()).toMatch(/^Bread\s+1\/2 loaf/);

    await phoneList.remove('Bread');
    await laptopList.item('Bread').waitFor({ state: 'detached' });
    await laptop.page.getByText('Your grocery list is empty').waitFor();
  });

  test('keeps what another device changed in an item during an edit, also when its draft is continued', {
    tags: 'extended',
  }, async () => {
    const person = await browsers.register('Uma');
    const { page } = person;
    const api = apiOf(browsers.server, person);
    const { items } = await api.addGroceries({ name: 'Milk', amount: '1', unit: 'l' });
    const setAmount = (amount: string) => api.changeGrocery(items[0]?.id ?? '', { amount });
    await page.goto('/grocery-list');
    const list = listOn(page);
    const edit = list.item('Milk').getByRole('button', { name: /^Edit Milk/ });
    const dialog = page.getByRole('dialog', { name: 'Edit item' });
    await edit.click();
    await dialog.getByLabel('Name').fill('Oat milk');
    await page.reload();
    await setAmount('2');
    await expect.poll(() => list.item('Milk').innerText()).toMatch(/^Milk\s+2 l/);
    await edit.click();
    await expect.poll(() => dialog.getByLabel('Name').inputValue()).toBe('Oat milk');
    await setAmount('3');
    await dialog.getByRole('button', { name: 'Save' }).click();
    await dialog.waitFor({ state: 'detached' });
    await expect.poll(() => list.item('Oat milk').innerText()).toMatch(/^Oat milk\s+3 l/);
  });

  test('keeps the checked section collapsed in this browser until the user signs out', {
    tags: 'extended',
  }, async () => {
    const person = await browsers.register('Noa');
    const { page } = person;
    await apiOf(browsers.server, person).addGroceries({ name: 'Milk' });
    await page.goto('/grocery-list');
    const list = listOn(page);
    const heading = page.getByRole('button', { name: /^Checked/ });
    await list.press('Milk');
    await list.section('Checked').getByText('Milk').waitFor();
    await heading.click();
    await expect.poll(() => heading.getAttribute('aria-expanded')).toBe('false');
    await page.reload();
    await heading.waitFor();
    expect(await heading.getAttribute('aria-expanded')).toBe('false');
    await expect.poll(() => page.getByText('Milk', { exact: true }).isVisible()).toBe(false);

    await page.getByRole('button', { name: 'Noa' }).click();
    await page.getByRole('menuitem', { name: 'Sign Out' }).click();
    await page.waitForURL('/login');
    await logIn(page, person);
    await page.getByRole('navigation').getByRole('link', { name: 'Grocery List' }).click();
    await list.section('Checked').getByText('Milk').waitFor();
    await heading.click();
    await heading.click();
    await page.reload();
    await heading.waitFor();
    expect(await heading.getAttribute('aria-expanded')).toBe('true');
  });

  test('shows on a row the current avatar of the user who added it, in the same colours after a change of name', {
    tags: 'extended',
  }, async () => {
    const person = await browsers.register('Noa');
    const { page } = person;
    await apiOf(browsers.server, person).addGroceries({ name: 'Milk' });
    const row = listOn(page)
      .item('Milk')
      .getByRole('button', { name: /^Edit Milk/ });
    const [avatar, inBar] = [row.locator('span'), page.getByRole('banner').getByRole('button').locator('span').first()];
    const styleOf = (element: Locator) =>
      element.evaluate((box) => ({
        letter: box.textContent,
        fill: getComputedStyle(box).backgroundColor,
        color: getComputedStyle(box).color,
      }));
    await page.goto('/grocery-list');
    await avatar.waitFor();
    const before = await styleOf(avatar);
    expect(before.letter).toBe('N');
    expect(await styleOf(inBar)).toEqual(before);

    const { edit, username, photo, save } = profileOn(page);
    await page.goto('/profile');
    await edit.click();
    await username.fill('Olga');
    await save.click();
    await page.getByText('Your profile is saved.').waitFor();
    await page.goto('/grocery-list');
    await avatar.waitFor();
    expect(await styleOf(avatar)).toEqual({ ...before, letter: 'O' });
    expect(await row.getAttribute('title')).toBe('Edit · added by Olga');

    await page.goto('/profile');
    await edit.click();
    await photo.setInputFiles(join(import.meta.dirname, '../../web/public/art/greek-card-480.webp'));
    await save.click();
    await page.getByText('Your profile is saved.').waitFor();
    await page.goto('/grocery-list');
    const picture = row.locator('img');
    await picture.waitFor();
    expect(await picture.evaluate((img: HTMLImageElement) => img.getAttribute('width'))).toBe('24');
    await expect.poll(() => picture.evaluate((img: HTMLImageElement) => img.naturalWidth)).toBe(256);
  });

  test.each([
    { by: 'touch', options: { viewport: { width: 360, height: 780 }, hasTouch: true, isMobile: true } },
    { by: 'pointer', options: { viewport: { width: 1440, height: 900 } } },
  ])(
    'by $by, a row shows both who added it and that it can be edited',
    { tags: 'extended' },
    async ({ by, options }) => {
      await phoneList.add('milk');
      const { page } = await browsers.signIn(phone, options);
      await page.goto('/grocery-list');
      const item = listOn(page).item('Milk');
      const edit = item.getByRole('button', { name: /^Edit Milk/ });
      const [avatar, pencil] = [edit.locator('span'), edit.locator('svg')];
      const opacity = (part: Locator) => part.evaluate((element) => getComputedStyle(element).opacity);
      await avatar.waitFor();
      if (by === 'pointer') {
        await expect.poll(() => opacity(pencil)).toBe('0');
        await item.hover();
      }
      await expect.poll(() => opacity(pencil)).toBe('1');
      expect(await opacity(avatar)).toBe('1');
      // The pencil does not cover the letter.
      const [letter, pencilBox, target] = [
        await avatar.boundingBox(),
        await pencil.boundingBox(),
        await edit.boundingBox(),
      ];
      expect(letter?.width).toBe(24);
      expect(pencilBox?.x).toBeGreaterThan((letter?.x ?? 0) + 12);
      expect(pencilBox?.y).toBeGreaterThan((letter?.y ?? 0) + 12);
      expect(Math.min(target?.width ?? 0, target?.height ?? 0)).toBeGreaterThanOrEqual(44);
      await edit.click();
      await page.getByRole('dialog', { name: 'Edit item' }).waitFor();
    },
  );

  test('undoes a removal and a clearing', async () => {
    for (const name of ['Olives', 'Feta', 'Pita bread']) await phoneList.add(name);
    await laptopList.item('Pita bread').waitFor();

    await phoneList.remove('Olives');
    await phone.page.getByText('Removed Olives').waitFor();
    await laptopList.item('Olives').waitFor({ state: 'detached' });
    await phoneList.undo.click();
    await laptopList.item('Olives').waitFor();
    // Asserted once: the offer to undo would disappear by itself after a while.
    expect(await phoneList.undo.count()).toBe(0);

    await laptopList.clear();
    await laptop.page.getByText('Cleared 3 items').waitFor();
    await phone.page.getByText('Your grocery list is empty').waitFor();
    await laptopList.undo.click();
    for (const name of ['Olives', 'Feta', 'Pita bread']) await phoneList.item(name).waitFor();
  });

  test('hides the offer to undo after a while, but not while it is hovered', { tags: 'extended' }, async () => {
    const page = await phone.context.newPage();
    await page.clock.install();
    await page.goto('/grocery-list');
    const { add, remove, undo } = listOn(page);
    await add('Olives');
    await remove('Olives');
    await undo.hover();
    await fastForward(page, 20_000);
    await expect.poll(() => undo.isVisible()).toBe(true);
    await page.mouse.move(10, 10);
    await fastForward(page, 20_000);
    await undo.waitFor({ state: 'detached' });
    await page.close();
  });

  test('keeps all rows in place for a moment after a check', { tags: 'extended' }, async () => {
    for (const name of ['Apples', 'Bananas', 'Carrots']) await phoneList.add(name);
    await laptopList.item('Carrots').waitFor();
    await atRest(phone.page);
    // Measured in the page for each frame, because a poll from the test could be too late.
    const measured = phoneList.item('Carrots').evaluate(
      (row) =>
        new Promise<{ tops: number[]; ms: number }>((resolve) => {
          const tops: number[] = [];
          let checkedAt = Number.NaN;
          document.addEventListener('change', ({ timeStamp }) => (checkedAt = timeStamp), {
            capture: true,
            once: true,
          });
          const measure = (now: number) => {
            if (document.querySelector('section[aria-label=Checked]')) return resolve({ tops, ms: now - checkedAt });
            tops.push(Math.round(row.getBoundingClientRect().top));
            requestAnimationFrame(measure);
          };
          requestAnimationFrame(measure);
        }),
    );
    await phoneList.press('Apples');
    await expect.poll(() => phoneList.check('Apples').isChecked()).toBe(true);
    const { tops, ms } = await measured;
    expect(new Set(tops).size).toBe(1);
    expect(ms).toBeGreaterThan(500);
    await phoneList.section('Checked').getByText('Apples').waitFor();
  });

  test('reverts an item that the server rejects because the list is full', { tags: 'extended' }, async () => {
    const api = apiOf(browsers.server, phone);
    for (let n = 0; n < 5; n++) {
      await api.addGroceries(...Array.from({ length: 100 }, (_, i) => ({ name: `Thing ${n * 100 + i}` })));
    }
    browsers.allowProblems(/409.*api[/]grocery-list/);
    await phone.page.getByText('500 to buy').waitFor();
    await phoneList.add('One more');
    await phone.page.getByRole('alert').getByText('A grocery list holds 500 items; remove some first').waitFor();
    await phoneList.item('One more').waitFor({ state: 'detached' });
    await (await showNotSaved(phone.page)).getByRole('button', { name: 'Edit' }).click();
    await expect.poll(() => phoneList.box.inputValue()).toBe('One more');
    await phoneList.box.fill('');
  });
});
