/** The lazy-loaded code of screens and dialogs: without a connection, and after a new release. */
import type { BrowserContext, Page } from 'playwright-core';
import { describe, expect, test } from 'vitest';
import { ramen } from '../../server/samples/asian.ts';
import { apiOf } from '../support/api-of.ts';
import { atRest } from '../support/at-rest.ts';
import { type Browsers, connectionErrors, type Person } from '../support/browsers.ts';
import { feedOn } from '../support/feed.ts';
import { listOn } from '../support/grocery-list.ts';
import { describeWith } from '../support/requirements.ts';
import { untilStored } from '../support/stored-app.ts';
import { withOwnServer } from '../support/with-browsers.ts';

describeWith('chromium', 'lazy-loaded code', (chromium) => {
  let browsers: Browsers;
  let mia: Person;

  withOwnServer(chromium, async (opened) => {
    browsers = opened;
    mia = await browsers.register('Mia');
    await apiOf(browsers.server, mia).addGroceries({ name: 'Milk' });
  });

  /** Turns on the browser's data saver, with which the application is not stored. */
  const saveData = (context: BrowserContext) =>
    context.addInitScript(() => {
      Object.defineProperty(navigator, 'connection', { value: { saveData: true } });
    });

  test('is stored once the first view has its data, so that screens and dialogs open without a connection', {
    tags: 'extended',
  }, async () => {
    browsers.allowProblems(connectionErrors);
    const { page, context, line } = await browsers.signIn(mia, { serviceWorkers: 'allow' });
    const order: string[] = [];
    page.on('requestfinished', (request) => /[/]api[/]grocery-list[/][^/]+$/.test(request.url()) && order.push('data'));
    context.on('serviceworker', () => order.push('service worker'));
    await page.goto('/grocery-list');
    await listOn(page).item('Milk').waitFor();
    await untilStored(page);
    await atRest(page);
    await line.cut();
    const dialog = await listOn(page).edit('Milk');
    await dialog.getByRole('button', { name: 'Cancel' }).click();
    for (const screen of ['Meal Plan', 'Playlists', 'Community']) {
      await page.getByRole('navigation').getByRole('link', { name: screen }).click();
      await page.getByRole('heading', { level: 1, name: screen }).waitFor();
    }
    expect(order.slice(0, 2)).toEqual(['data', 'service worker']);
  });

  test('is not stored with the data saver', { tags: 'extended' }, async () => {
    const { page, context } = await browsers.openVisitor({ serviceWorkers: 'allow' });
    await saveData(context);
    await page.goto('/');
    await page.getByRole('article').first().waitFor();
    await atRest(page);
    expect(await page.evaluate(async () => (await navigator.serviceWorker.getRegistrations()).length)).toBe(0);
  });

  test('waits for a connection without an error, and loads by itself after a reconnect', {
    tags: 'extended',
  }, async () => {
    browsers.allowProblems(connectionErrors);
    const { page, context, line } = await browsers.openVisitor();
    await saveData(context);
    await page.goto('/');
    await atRest(page);
    await line.cut();
    await page.getByRole('link', { name: 'Log In' }).click();
    await page.getByRole('status').getByText('This page needs a connection').waitFor();
    expect(await page.getByRole('alert').count()).toBe(0);
    await line.restore();
    await page.getByRole('heading', { name: 'Welcome back' }).waitFor();
  });

  test('of a recipe leaves a phone its top bar until it is loaded', { tags: 'extended' }, async () => {
    browsers.allowProblems(connectionErrors);
    const { page, context, line } = await browsers.openVisitor({ viewport: { width: 360, height: 780 } });
    await saveData(context);
    await page.goto('/');
    await atRest(page);
    await line.cut();
    await page.getByRole('link', { name: 'Bibimbap' }).click();
    await page.getByRole('status').getByText('This page needs a connection').waitFor();
    const home = page.getByRole('banner').getByRole('link', { name: 'Potluck' });
    await home.waitFor();
    await line.restore();
    await page.getByRole('heading', { name: 'Bibimbap' }).waitFor();
    await home.waitFor({ state: 'hidden' });
  });

  test('of cooking shows the top bar until it is loaded', async () => {
    browsers.allowProblems(connectionErrors);
    const { page, context, line } = await browsers.openVisitor();
    await saveData(context);
    await page.goto(`/recipe/${ramen.id}`);
    await atRest(page);
    await line.cut();
    await page.getByRole('link', { name: 'Cook' }).click();
    await page.getByRole('status').getByText('This page needs a connection').waitFor();
    const home = page.getByRole('banner').getByRole('link', { name: 'Potluck' });
    await home.waitFor();
    await line.restore();
    await page.getByText('Step 1 of').waitFor();
    await home.waitFor({ state: 'hidden' });
  });

  test('of a dialog that cannot be loaded shows a notice, not an error, and loads on the next press', {
    tags: 'extended',
  }, async () => {
    browsers.allowProblems(connectionErrors);
    const { page, context, line } = await browsers.signIn(mia);
    await saveData(context);
    await page.goto('/grocery-list');
    await listOn(page).item('Milk').waitFor();
    await atRest(page);
    await line.cut();
    const edit = page.getByRole('button', { name: 'Edit Milk' });
    await edit.click();
    await page.getByRole('status').getByText('This needs a connection. Try again when there is one.').waitFor();
    expect(await page.getByRole('alert').count()).toBe(0);
    await line.restore();
    await edit.click();
    await page.getByRole('dialog', { name: 'Edit item' }).waitFor();
  });

  describe('replaced by a new release', () => {
    /** Simulates a new release on the server until the page is reloaded. */
    const deployRelease = async (page: Page, screen: string) => {
      browsers.allowProblems(new RegExp(`404.*${screen}`));
      const routes = {
        screen: `**/assets/${screen}-*.js`,
        page: (url: URL) => url.pathname === '/',
      };
      await page.route(routes.screen, (route) => route.fulfill({ status: 404 }));
      await page.route(routes.page, async (route) => {
        const response = await route.fetch();
        const body = (await response.text()).replace(/\/assets\/index-[^"]+[.]js/, '/assets/index-later.js');
        await route.fulfill({ response, body });
      });
      const loaded = page.waitForRequest((request) => request.isNavigationRequest());
      // The previous page may still have a request for the server's release in flight.
      return loaded.then(() => page.unrouteAll({ behavior: 'ignoreErrors' }));
    };

    test('shows a message, and reloads the page with all drafts', { tags: 'extended' }, async () => {
      await apiOf(browsers.server, mia).publish({ title: 'Chowder' });
      const { page, context } = await browsers.signIn(mia);
      await saveData(context);
      await page.goto('/community');
      await feedOn(page).post('Chowder').field.fill('Half a thought');
      await atRest(page);
      const reloaded = deployRelease(page, 'meal-plan-screen');
      await page.getByRole('navigation').getByRole('link', { name: 'Meal Plan' }).click();
      await page.getByRole('status').getByText('Potluck has been updated').waitFor();
      await reloaded;
      await page.getByRole('heading', { level: 1, name: 'Meal Plan' }).waitFor();
      await page.getByRole('navigation').getByRole('link', { name: 'Community' }).click();
      await expect.poll(() => feedOn(page).post('Chowder').field.inputValue()).toBe('Half a thought');
    });

    test('reloads only after all changes are sent that a reload would lose', async () => {
      browsers.allowProblems(/ERR_FAILED.*api[/]community/);
      const { id } = await apiOf(browsers.server, mia).publish({ title: 'Minestrone' });
      const { page, context } = await browsers.signIn(mia);
      await saveData(context);
      await page.goto('/community');
      await feedOn(page).post('Minestrone').card.waitFor();
      await atRest(page);
      const writes = `**/api/community/${id}/like`;
      await page.route(writes, (route) => route.abort());
      await feedOn(page).post('Minestrone').like.click();
      await page.getByText('1 change waiting').waitFor();
      const reloaded = deployRelease(page, 'meal-plan-screen');
      await page.getByRole('navigation').getByRole('link', { name: 'Meal Plan' }).click();
      await page.getByText('This page opens after a reload, as soon as your changes are sent.').waitFor();
      await page.unroute(writes);
      await reloaded;
      await page.getByRole('heading', { level: 1, name: 'Meal Plan' }).waitFor();
      await page.getByRole('navigation').getByRole('link', { name: 'Community' }).click();
      await expect.poll(() => feedOn(page).post('Minestrone').like.getAttribute('aria-pressed')).toBe('true');
    });
  });
});
