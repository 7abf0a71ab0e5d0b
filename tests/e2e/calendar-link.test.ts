/**
 * The dialog in which a user subscribes to a meal plan with a calendar application.
 * @module-tag extended
 */
import { expect, test } from 'vitest';
import { apiOf } from '../support/api-of.ts';
import { atRest } from '../support/at-rest.ts';
import type { Browsers, Person } from '../support/browsers.ts';
import { focusedName } from '../support/focus.ts';
import { expectGoodLayout } from '../support/layout.ts';
import { dishes } from '../support/meal-plan.ts';
import { describeWith } from '../support/requirements.ts';
import { withBrowsers } from '../support/with-browsers.ts';

describeWith('chromium', 'the calendar link', (chromium) => {
  let browsers: Browsers;
  let mia: Person;

  withBrowsers(chromium, async (opened) => {
    browsers = opened;
    mia = await browsers.register('Mia');
  });

  test('is created, copied, replaced and revoked, and shown once', async () => {
    const { page } = mia;
    await apiOf(browsers.server, mia).plan({ Monday: { Dinner: dishes.salad } });
    await mia.context.grantPermissions(['clipboard-read', 'clipboard-write']);
    await page.goto('/meal-plan');
    const dialog = page.getByRole('dialog', { name: 'Calendar link' });
    const button = (name: string) => dialog.getByRole('button', { name, exact: true });
    const openDialog = async () => {
      await page.getByRole('button', { name: 'Plan options' }).click();
      await page.getByRole('menuitem', { name: 'Calendar link' }).click();
      await dialog.waitFor();
    };
    const copied = async (): Promise<string> => {
      await button('Copy link').click();
      await dialog.getByText('Link copied').waitFor();
      return page.evaluate(() => navigator.clipboard.readText());
    };
    const fetched = async (url: string) => (await fetch(url)).status;

    await openDialog();
    await button('Create link').waitFor();
    await atRest(page);
    await expectGoodLayout(page);
    await button('Create link').click();
    const subscribe = dialog.getByRole('link', { name: 'Subscribe in a calendar' });
    await subscribe.waitFor();
    const first = await copied();
    expect(await subscribe.getAttribute('href')).toBe(first.replace('http:', 'webcal:'));
    expect(new URL(first).host).toBe(new URL(page.url()).host);
    expect(await (await fetch(first)).text()).toContain('SUMMARY:Dinner: Greek Salad');
    await expectGoodLayout(page);
    await page.keyboard.press('Escape');
    await dialog.waitFor({ state: 'detached' });
    await expect.poll(() => focusedName(page)).toContain('Plan options');

    await page.reload();
    await openDialog();
    await dialog.getByText(/^You created a link on/).waitFor();
    await expectGoodLayout(page);
    expect(await dialog.innerText()).not.toContain('.ics');
    await button('Create new link').click();
    await subscribe.waitFor();
    const second = await copied();
    expect(await Promise.all([first, second].map(fetched))).toEqual([404, 200]);
    await button('Revoke link').click();
    await button('Create link').waitFor();
    expect(await fetched(second)).toBe(404);
    expect(await dialog.innerText()).not.toContain('.ics');
  });
});
