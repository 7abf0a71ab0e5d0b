/** The box that adds and finds items of the grocery list. */
import { expect, test } from 'vitest';
import type { Person } from '../support/browsers.ts';
import type { listOn } from '../support/grocery-list.ts';
import { expectGoodLayoutNow } from '../support/layout.ts';
import { describeWith } from '../support/requirements.ts';
import { withBrowsers } from '../support/with-browsers.ts';
import { withEmptyList } from '../support/with-phone-and-laptop.ts';

describeWith('chromium', 'the box of the grocery list', (chromium) => {
  let phone: Person;
  let phoneList: ReturnType<typeof listOn>;
  let laptopList: ReturnType<typeof listOn>;

  withEmptyList(withBrowsers, chromium, (opened) => {
    ({ phone, phoneList, laptopList } = opened);
  });

  test('suggests known groceries first, then the typed text, with the amount after the comma', {
    tags: 'extended',
  }, async () => {
    await phoneList.box.fill('tom, 500 g');
    await expect
      .poll(() => phoneList.suggestions.allInnerTexts())
      .toEqual([
        expect.stringMatching(/^Tomatoes\s+500 g\s+Produce$/),
        expect.stringMatching(/^Tomato paste\s+500 g\s+Pantry$/),
        expect.stringMatching(/^Tomato sauce\s+500 g\s+Pantry$/),
        expect.stringMatching(/500 g/),
        expect.stringMatching(/^Tom\s+500 g\s+As you typed it$/),
      ]);
    await phoneList.suggestions.nth(1).click();
    await laptopList.item('Tomato paste').waitFor();
    await expect.poll(() => phoneList.box.inputValue()).toBe('');
  });

  test('works by keyboard: arrows select, Enter adds, Escape clears, and the focus stays', {
    tags: 'extended',
  }, async () => {
    await phoneList.box.focus();
    await phone.page.keyboard.type('oni');
    const chosen = () => phone.page.getByRole('option', { selected: true }).innerText();
    await expect.poll(() => chosen()).toMatch(/^Onions/);
    await phone.page.keyboard.press('ArrowUp');
    await expect.poll(() => chosen()).toMatch(/^Oni\s+As you typed it/);
    await phone.page.keyboard.press('ArrowDown');
    await phone.page.keyboard.press('ArrowDown');
    const second = (await chosen()).split('\n')[0]?.trim() ?? '';
    await phone.page.keyboard.press('Enter');
    await laptopList.item(second).waitFor();
    await phone.page.keyboard.type('3 limes');
    await phone.page.keyboard.press('Enter');
    await laptopList.item('Limes').getByText('3').waitFor();

    await phone.page.keyboard.type('zzz');
    await phone.page.keyboard.press('Escape');
    await expect.poll(() => phoneList.box.inputValue()).toBe('');
    await expect.poll(() => phoneList.suggestions.count()).toBe(0);
    await expect.poll(() => phoneList.box.evaluate((box) => box === document.activeElement)).toBe(true);
    await phone.page.keyboard.press('Enter');
    await expect.poll(() => phoneList.items.count()).toBe(2);
  });

  test('finds items that are on the list already', { tags: 'extended' }, async () => {
    for (const name of ['Milk', 'Oat milk', 'Bread']) await phoneList.add(name);
    await phoneList.box.fill('milk');
    const found = phone.page.getByRole('region', { name: 'On the list' }).getByRole('listitem');
    await expect
      .poll(() => found.allInnerTexts())
      .toEqual([expect.stringContaining('Milk'), expect.stringContaining('Oat milk')]);
    await phoneList.box.fill('');
    await phoneList.item('Bread').waitFor();
    // Waits until it is saved. Otherwise it could appear after the next test has cleared the list.
    await laptopList.item('Bread').waitFor();
  });

  test('adds several items, or a pasted list, together after a look at them, and takes them back together', async () => {
    await phoneList.add('Bananas');
    await phoneList.box.fill('coffee, 250 g; banana');
    const preview = phone.page.getByRole('region', { name: 'Items to add' });
    await expect
      .poll(() => preview.getByRole('listitem').allInnerTexts())
      .toEqual([expect.stringMatching(/^Coffee 250 g\s+Drinks$/), expect.stringMatching(/^Banana\s+On the list$/)]);
    await phoneList.box.fill('');
    const paste = (text: string) =>
      phoneList.box.evaluate((box, pasted) => {
        const clipboardData = new DataTransfer();
        clipboardData.setData('text', pasted);
        box.dispatchEvent(new ClipboardEvent('paste', { clipboardData, bubbles: true, cancelable: true }));
      }, text);
    const names = Array.from({ length: 101 }, (_, n) => `Thing ${n}`);
    await paste(names.join('\n'));
    await preview.getByRole('alert').getByText('These are 101 items. 100 can be added at once.').waitFor();
    await phoneList.box.press('Enter');
    await expect.poll(() => phoneList.box.inputValue()).toBe(names.join('; '));
    await phoneList.box.fill('');
    await paste('Market:\n- [ ] 2 l Milk\n- [ ] Rye bread\n1. Eggs 6');
    await preview.getByRole('button', { name: 'Add 3 items' }).waitFor();
    await expectGoodLayoutNow(phone.page);
    await phoneList.box.press('Enter');
    await laptopList.item('Milk').getByText('2 l').waitFor();
    await laptopList.item('Rye bread').waitFor();
    await phoneList.undo.click();
    await laptopList.item('Rye bread').waitFor({ state: 'detached' });
    await laptopList.item('Eggs').waitFor({ state: 'detached' });
    await laptopList.item('Bananas').waitFor();
  });
});
