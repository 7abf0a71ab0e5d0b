/** The application stored by its service worker: it opens without a connection, and is updated. */
import type { Page } from 'playwright-core';
import { expect, test } from 'vitest';
import { watchAlerts } from '../support/alerts.ts';
import { apiOf } from '../support/api-of.ts';
import { atRest } from '../support/at-rest.ts';
import { type Browsers, connectionErrors, type Person } from '../support/browsers.ts';
import { feedOn } from '../support/feed.ts';
import { openHousehold } from '../support/households.ts';
import { keptDocuments } from '../support/kept-documents.ts';
import { expectGoodLayoutNow } from '../support/layout.ts';
import { photo } from '../support/photos.ts';
import { recipesOn } from '../support/recipes.ts';
import { openReleases, type Releases } from '../support/releases.ts';
import { describeWith } from '../support/requirements.ts';
import { untilStored } from '../support/stored-app.ts';
import { withOwnServer } from '../support/with-browsers.ts';

describeWith('chromium', 'the stored application', (chromium) => {
  let browsers: Browsers;
  let mia: Person;

  withOwnServer(chromium, async (opened) => {
    browsers = opened;
    mia = await browsers.register('Mia');
  });

  /** Opens Mia's home page in a new browser, and waits until the application is stored. */
  const openStored = async (): Promise<Person> => {
    const person = await browsers.signIn(mia, { serviceWorkers: 'allow', viewport: { width: 360, height: 780 } });
    await person.page.goto('/');
    await recipesOn(person.page).cards.first().waitFor();
    await untilStored(person.page);
    await atRest(person.page);
    return person;
  };

  const cut = async ({ context, line }: Person) => {
    browsers.allowProblems(connectionErrors);
    // The identity service cannot be loaded, nor a picture that was not shown before.
    browsers.allowProblems(/Uncaught TypeError: Failed to fetch|ERR_FAILED.*[/]art[/]/);
    await context.setOffline(true);
    await line.cut();
  };

  test('opens without a connection, says quietly what needs one, and loads it by itself when there is one', async () => {
    const person = await openStored();
    const { page, context, line } = person;
    await cut(person);
    for (const [path, text] of [
      ['/', 'Browsing recipes needs a connection'],
      ['/playlists', 'Your collection of playlists needs a connection'],
      ['/profile', 'Your profile needs a connection'],
      ['/community?from=mail', 'The community needs a connection'],
    ] as const) {
      await page.goto(path);
      await page.getByRole('status').getByText(text).waitFor();
      await page.getByRole('banner').getByRole('button', { name: 'Mia' }).waitFor();
      expect(await page.getByRole('alert').count(), path).toBe(0);
      expect(await page.getByRole('button', { name: 'Try again' }).count(), path).toBe(0);
    }
    await page.getByText('Offline', { exact: true }).waitFor();
    await expectGoodLayoutNow(page);

    const alerts = await watchAlerts(page);
    await apiOf(browsers.server, mia).publish({ title: 'Goulash' });
    await line.restore();
    await context.setOffline(false);
    await feedOn(page).post('Goulash').card.waitFor();
    expect(await alerts()).toEqual([]);
  });

  test('offers, without a connection, what was loaded before', { tags: 'extended' }, async () => {
    const person = await openStored();
    const { page } = person;
    const bar = page.getByRole('navigation', { name: 'Main' }).last();
    await bar.getByRole('link', { name: 'Grocery List' }).click();
    await page.getByText('Your grocery list is empty').waitFor();
    await atRest(page);
    await cut(person);
    await bar.getByRole('link', { name: 'Playlists' }).click();
    await page.getByText('Your collection of playlists needs a connection').waitFor();
    await page.getByRole('link', { name: /^Grocery List As of \d\d:\d\d/ }).click();
    await page.getByText('Your grocery list is empty').waitFor();

    // Another page, which has loaded nothing. Kept are the list, and the names of the lists.
    await expect.poll(() => keptDocuments(page)).toHaveLength(2);
    await page.goto('/');
    await page.getByText('Browsing recipes needs a connection').waitFor();
    await page.getByRole('link', { name: /^Grocery List As of \d\d:\d\d/ }).click();
    await page.getByText('Your grocery list is empty').waitFor();
  });

  test('offers the list of the household that was shown, and says which', { tags: 'extended' }, async () => {
    await openHousehold(browsers, 'Home', mia);
    const person = await openStored();
    const { page } = person;
    await page.goto('/grocery-list');
    await page.getByRole('button', { name: 'Just me', exact: true }).click();
    await page.getByText('Your grocery list is empty').waitFor();
    // Those of Home may be among them already.
    await expect.poll(async () => (await keptDocuments(page)).length).toBeGreaterThanOrEqual(2);
    await page.getByRole('button', { name: 'Home', exact: true }).click();
    await page.getByText('Nothing to buy yet').waitFor();
    await expect.poll(() => keptDocuments(page)).toHaveLength(4);
    await atRest(page);
    await cut(person);

    await page.goto('/households');
    await page.getByRole('status').getByText('The list of households needs a connection').waitFor();
    await page.getByRole('link', { name: /^Grocery List Home, as of \d\d:\d\d/ }).waitFor();
    await page.goto('/grocery-list/history');
    await page.getByText('Grocery List of Home').waitFor();
    await page.goto('/join/0000000000');
    await page.getByRole('status').getByText('The invitation needs a connection').waitFor();
    expect(await page.getByRole('alert').count()).toBe(0);
  });

  test('has the headers of the page, and nothing of the API; its pictures are deleted on sign-out', async () => {
    const { page } = await openStored();
    await page.reload(); // Its pictures are requested through the service worker.
    await recipesOn(page).cards.first().waitFor();
    const stored = () =>
      page.evaluate(async () => {
        const urls: string[] = [];
        for (const name of await caches.keys())
          for (const { url } of await (await caches.open(name)).keys()) urls.push(url);
        return urls;
      });
    await expect.poll(async () => (await stored()).filter((url) => url.endsWith('.webp')).length).toBeGreaterThan(0);
    expect((await stored()).filter((url) => /[/](?:api|socket[.]io|health)[/]/.test(url))).toEqual([]);

    const policies = await page.evaluate(async () => {
      const name = 'content-security-policy';
      const cached = await caches.match('/index.html', { ignoreSearch: true });
      return [cached?.headers.get(name), (await fetch('/')).headers.get(name)];
    });
    expect(policies[0]).toContain("frame-ancestors 'none'");
    expect(policies[0]).toBe(policies[1]);

    await page.getByRole('button', { name: 'Mia', exact: true }).click();
    await page.getByRole('menuitem', { name: 'Sign Out' }).click();
    await page.getByRole('heading', { name: 'Welcome back' }).waitFor();
    await expect.poll(async () => (await stored()).filter((url) => url.includes('/assets/dishes/'))).toEqual([]);
  });

  test('leaves addresses that are not screens to the server', async () => {
    const { page } = await openStored();
    const response = await page.goto('/api/docs');
    expect([response?.status(), response?.fromServiceWorker()]).toEqual([200, false]);
  });

  /** Makes the page think that its tab is in the background. */
  const hide = (page: Page) =>
    page.evaluate(() => {
      Object.defineProperty(document, 'hidden', { value: true, configurable: true });
      document.dispatchEvent(new Event('visibilitychange'));
    });

  /** Opens a page of another address as Mia. */
  const openAsMia = async (address: string) => {
    const visitor = await browsers.openVisitor({ serviceWorkers: 'allow' });
    await visitor.page.goto(new URL('/login', address).href);
    await visitor.page.evaluate((stored) => {
      for (const { name, value } of stored) localStorage.setItem(name, value);
    }, mia.session.stored);
    await visitor.page.goto(address);
    return visitor;
  };

  /** Deploys another release, and waits until the page has stored it. */
  const deployed = async (page: Page, releases: Releases) => {
    await page.evaluate(() => Object.assign(globalThis, { isFirstPage: true }));
    const isFirstPage = () => page.evaluate(() => 'isFirstPage' in globalThis);
    const isWaiting = () =>
      page.evaluate(async () => (await navigator.serviceWorker.ready).waiting !== null).catch(() => undefined);
    releases.deploy();
    await page.evaluate(async () => void (await (await navigator.serviceWorker.ready).update()));
    await expect.poll(isWaiting).toBe(true);
    return { isFirstPage, isWaiting };
  };

  test('is updated in a tab in the background, unless that would take away typed text', async () => {
    await using releases = await openReleases(browsers.server.address);
    const { page, close } = await browsers.openVisitor({ serviceWorkers: 'allow' });
    await page.goto(`${releases.address}/register`);
    await untilStored(page);
    await page.getByLabel('Username').fill('Noa');
    const { isFirstPage, isWaiting } = await deployed(page, releases);
    await hide(page);
    await atRest(page);
    expect([await isWaiting(), await isFirstPage()]).toEqual([true, true]);
    expect(await page.getByLabel('Username').inputValue()).toBe('Noa');

    await page.getByLabel('Username').fill('');
    await hide(page);
    await expect.poll(() => isFirstPage().catch(() => undefined)).toBe(false);
    await expect.poll(isWaiting).toBe(false);
    await close();
  });

  test('is not updated while a photo waits to be sent', async () => {
    browsers.allowProblems(connectionErrors);
    await using releases = await openReleases(browsers.server.address);
    const { page, context, close } = await openAsMia(`${releases.address}/create-recipe`);
    await untilStored(page);
    const { isFirstPage } = await deployed(page, releases);
    const chooser = page.getByLabel('Photo', { exact: true }).locator('xpath=self::input');
    await chooser.waitFor({ state: 'attached' });
    await context.setOffline(true);
    const buffer = await photo({ width: 700, height: 500 }).jpeg().toBuffer();
    await chooser.setInputFiles({ name: 'soup.jpg', mimeType: 'image/jpeg', buffer });
    await page.getByText('Waits for a connection').waitFor();
    await hide(page);
    await context.setOffline(false);
    await page.getByLabel('What does it show?').waitFor();
    expect(await isFirstPage()).toBe(true);
    await hide(page);
    await expect.poll(() => isFirstPage().catch(() => undefined)).toBe(false);
    await close();
  });

  test('is updated from the profile menu while a tab is in use', async () => {
    await using releases = await openReleases(browsers.server.address);
    const { page, close } = await openAsMia(`${releases.address}/profile`);
    await untilStored(page);
    const menu = page.getByRole('button', { name: 'Mia', exact: true });
    await menu.click();
    expect(await page.getByRole('menuitem').allInnerTexts()).toEqual([
      'View Profile',
      'Households',
      'Keyboard shortcuts',
      'Sign Out',
    ]);
    releases.deploy();
    await page.evaluate(async () => void (await (await navigator.serviceWorker.ready).update()));
    const reloaded = page.waitForEvent('load');
    await page.getByRole('menuitem', { name: 'Update Potluck' }).click();
    await reloaded;
    await menu.click();
    await page.getByRole('menuitem', { name: 'Sign Out' }).waitFor();
    expect(await page.getByRole('menuitem', { name: 'Update Potluck' }).count()).toBe(0);
    await close();
  });
});
