/** The grocery list that was seen last is painted before the scripts of the next page have loaded. */
import type { Page } from 'playwright-core';
import { expect, test } from 'vitest';
import { apiOf } from '../support/api-of.ts';
import { atRest } from '../support/at-rest.ts';
import type { Browsers, Person } from '../support/browsers.ts';
import { describeWith } from '../support/requirements.ts';
import { withBrowsers } from '../support/with-browsers.ts';

/** With its position in px, which must not change when the application starts. */
const rowsOf = (page: Page) =>
  page.locator('[data-item-row]').evaluateAll((rows) =>
    rows.map((row) => {
      const { top, height } = row.getBoundingClientRect();
      return { top, height, isChecked: row.querySelector('input')?.checked, text: row.textContent };
    }),
  );

const viewport = { width: 360, height: 780 };

const seen = (page: Page) => page.evaluate(() => localStorage.getItem('lastView'));

describeWith('chromium', 'the last view of the grocery list', (chromium) => {
  let browsers: Browsers;
  let mia: Person;

  withBrowsers(chromium, async (opened) => {
    browsers = opened;
    mia = await browsers.register('Mia', { viewport });
  });

  /** Opens a page of which no script arrives until it is allowed. */
  async function openWithoutScripts(path: string) {
    const page = await mia.context.newPage();
    await page.setViewportSize(viewport);
    const mayArrive = Promise.withResolvers<void>();
    await page.route('**/assets/*.js', async (route) => {
      await mayArrive.promise;
      await route.continue();
    });
    await page.goto(path, { waitUntil: 'commit' });
    await page.locator('#root > [inert]').waitFor({ state: 'attached' });
    await page.evaluate(() => document.fonts.ready);
    return { page, start: mayArrive.resolve };
  }

  test('is there before the scripts, as it was, and stays where it is when they start', async () => {
    const { page } = mia;
    const api = apiOf(browsers.server, mia);
    await api.addGroceries({ name: 'Oat milk' }, { name: 'Flat bread' }, { name: 'Feta' });
    await page.goto('/grocery-list');
    await page.getByText('Oat milk', { exact: true }).waitFor();
    await atRest(page);
    const milk = (await api.groceryItems()).find(({ name }) => name === 'Oat milk');
    await api.changeGrocery(milk?.id ?? '', { checked: true });
    await expect.poll(() => seen(page)).toContain('checked=');
    const before = await rowsOf(page);
    expect(before.map(({ isChecked }) => isChecked)).toEqual([false, false, true]);
    await page.close();

    const { page: next, start } = await openWithoutScripts('/grocery-list');
    expect(await rowsOf(next)).toEqual(before);
    expect(await next.locator('main [role=status]').first().innerText()).toBe('Connecting');
    start();
    await next.locator('#root > [inert]').waitFor({ state: 'detached' });
    await atRest(next);
    expect(await rowsOf(next)).toEqual(before);

    await api.addGroceries(...Array.from({ length: 60 }, (_, n) => ({ name: `Tin of beans ${n + 1}` })));
    await expect.poll(() => seen(next)).toContain('Tin of beans');
    const { page: long } = await openWithoutScripts('/grocery-list');
    const { length } = await rowsOf(long);
    expect(length).toBeGreaterThan(10);
    expect(length, 'only what the window may show').toBeLessThan(40);
    await long.close();

    // Another list has another view, and a sign-out leaves none behind.
    const { page: another } = await openWithoutScripts(`/grocery-list?list=${crypto.randomUUID()}`);
    expect(await rowsOf(another)).toEqual([]);
    await another.close();
    await next.getByRole('button', { name: 'Mia', exact: true }).click();
    await next.getByRole('menuitem', { name: 'Sign Out' }).click();
    await next.waitForURL('**/login');
    expect(await seen(next)).toBeNull();
  });
});
