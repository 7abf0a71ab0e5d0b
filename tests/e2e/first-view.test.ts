/** A first visit paints before its scripts have loaded, keeps in place what it has painted, and loads little code. */
import type { Page } from 'playwright-core';
import { expect, test } from 'vitest';
import { ramen } from '../../server/samples/asian.ts';
import { apiOf } from '../support/api-of.ts';
import { atRest } from '../support/at-rest.ts';
import type { Browsers, Person } from '../support/browsers.ts';
import { firstVisit, withContent } from '../support/first-visit.ts';
import { widths } from '../support/layout.ts';
import { photo, pictureForm } from '../support/photos.ts';
import { boxOf } from '../support/place.ts';
import { describeWith } from '../support/requirements.ts';
import { firstContentfulPaintMs } from '../support/slow-3g.ts';

/** What the page requests before its scripts have arrived. */
const earlyRequests: Record<string, string[]> = {
  '/': ['/api/recipes?limit=20'],
  '/community': ['/api/community?limit=10'],
};

/** Holds the scripts of a page until the returned function is called. */
async function holdScripts(page: Page): Promise<() => void> {
  const mayArrive = Promise.withResolvers<void>();
  await page.route('**/assets/*.js', async (route) => {
    await mayArrive.promise;
    await route.continue();
  });
  return mayArrive.resolve;
}

describeWith('chromium', 'the first view', (chromium) => {
  let browsers: Browsers;
  let mia: Person;

  withContent(chromium, (opened) => {
    ({ browsers, mia } = opened);
  });

  test.each(
    ['/', '/community', '/grocery-list', '/playlists'].flatMap((path) => widths.map((width) => ({ path, width }))),
  )(
    'of $path at $width px keeps its bars and its title in place when the application starts',
    { tags: 'extended' },
    async (visit) => {
      const page = await firstVisit(browsers, mia, visit.width);
      const requests: string[] = [];
      page.on('request', (request) => {
        if (new URL(request.url()).pathname.startsWith('/api/'))
          requests.push(request.url().slice(mia.line.address.length));
      });
      const scriptsMayArrive = await holdScripts(page);
      await page.goto(visit.path, { waitUntil: 'commit' });
      const shell = page.locator('#root > [inert]');
      await shell.waitFor();
      await page.evaluate(() => document.fonts.ready);
      const places = () =>
        page.evaluate(() =>
          [...document.querySelectorAll<HTMLElement>('header:has(nav), header:has(nav) :is(a, button), h1, nav, nav a')]
            .filter((element) => element.checkVisibility())
            .map((element) => {
              const { x, y, width, height } = element.getBoundingClientRect();
              return { name: `${element.localName} ${element.innerText.trim()}`, place: [x, y, width, height] };
            }),
        );
      const before = await places();
      expect(before.map(({ name }) => name).join()).toMatch(/(?=.*nav ).*Mia/s);
      expect(await firstContentfulPaintMs(page)).toBeGreaterThan(0);
      const early = requests.slice();
      expect(early).toEqual(earlyRequests[visit.path] ?? []);
      if (visit.path === '/') {
        const row = page.locator('#root > [inert] [data-card-picture] img');
        const widths = () =>
          row.evaluateAll((all: HTMLImageElement[]) => all.map(({ naturalWidth }) => naturalWidth > 0));
        await expect.poll(widths).toEqual(Array.from({ length: visit.width === 360 ? 2 : 4 }, () => true));
      }
      scriptsMayArrive();
      await shell.waitFor({ state: 'detached' });
      await atRest(page);
      // The application has taken the response, and has fetched again when its live connection was open.
      const sentAgain = () => early.map((sent) => requests.filter((request) => request === sent).length);
      const twice = early.map(() => 2);
      await expect.poll(sentAgain).toEqual(twice);
      await atRest(page);
      expect(sentAgain()).toEqual(twice);
      // A font is laid out to fractions of a pixel.
      const about = (length: number) => expect.closeTo(length, -0.3);
      expect(await places()).toEqual(before.map(({ name, place }) => ({ name, place: place.map(about) })));
      await page.close();
    },
  );

  test.each([
    { path: '/meal-plan', shown: ['Home', 'Grocery List', 'Meal Plan (current)', 'Playlists', 'Community'] },
    { path: '/households', shown: ['Home', 'Grocery List', 'Meal Plan', 'Playlists', 'Community'] },
    { path: '/join', shown: [] },
    { path: `/recipe/${ramen.id}/cook`, shown: [] },
  ])('of $path has the bottom bar of the screen before its scripts arrive', async ({ path, shown }) => {
    const page = await firstVisit(browsers, mia, 360);
    const scriptsMayArrive = await holdScripts(page);
    await page.goto(path, { waitUntil: 'commit' });
    const shell = page.locator('#root > [inert]');
    await shell.waitFor();
    // Inert elements have no roles.
    const links = page.locator('nav a');
    const bar = () =>
      links.evaluateAll((all) =>
        all
          .filter((link) => link.checkVisibility())
          .map((link) => `${link.textContent}${link.ariaCurrent === 'page' ? ' (current)' : ''}`),
      );
    expect(await bar()).toEqual(shown);
    scriptsMayArrive();
    await shell.waitFor({ state: 'detached' });
    expect(await bar()).toEqual(shown);
    await page.close();
  });

  test('of /community shows its heading at once, without a page skeleton before it', { tags: 'extended' }, async () => {
    const page = await firstVisit(browsers, mia, 360);
    await page.addInitScript(() => {
      const headings: (string | null | undefined)[] = [];
      Object.assign(globalThis, { headings });
      const watch = new MutationObserver(() => {
        if (document.querySelector('main') === null) return;
        headings.push(document.querySelector('h1')?.textContent);
        watch.disconnect();
      });
      watch.observe(document, { childList: true, subtree: true });
    });
    await page.goto('/community');
    await page.getByRole('heading', { name: 'Community' }).waitFor();
    expect(await page.evaluate('headings')).toEqual(['Community']);
    await page.close();
  });

  test('of a recipe paints its picture before its scripts arrive, and loads it once, in the size of the screen', async () => {
    const phone = { viewport: { width: 412, height: 823 }, deviceScaleFactor: 1.75 };
    const { page } = await browsers.openVisitor(phone);
    const pictures: string[] = [];
    page.on('request', (request) => {
      if (/[/]dishes[/]ramen-\d+/.test(request.url())) pictures.push(request.url());
    });
    const scriptsMayArrive = await holdScripts(page);
    await page.goto(`/recipe/${ramen.id}`, { waitUntil: 'commit' });
    const shown = page.locator('#root > [inert] img[src*="/dishes/"]');
    await expect.poll(() => shown.evaluate((image: HTMLImageElement) => image.naturalWidth)).toBe(412);
    const place = await boxOf(shown);
    scriptsMayArrive();
    const picture = page.getByRole('img', { name: 'Shoyu Ramen' });
    await picture.waitFor();
    await atRest(page);
    expect(await boxOf(picture)).toEqual(place);
    expect(pictures).toEqual([expect.stringContaining('/ramen-750.')]);
  });

  test('of the feed loads the photo of the first post before its scripts arrive, and once', async () => {
    const { payload, headers } = pictureForm(await photo({ width: 1600, height: 1200 }).jpeg().toBuffer());
    const authorization = `Bearer ${mia.session.token}`;
    const uploading = { method: 'POST', headers: { ...headers, authorization }, body: payload };
    const { id } = await (await fetch(`${browsers.server.address}/api/pictures`, uploading)).json();
    await apiOf(browsers.server, mia).publish({ title: 'Soup', type: 'image', photos: [{ id, alt: '' }] });
    const { page } = await browsers.openVisitor({ viewport: { width: 412, height: 823 }, deviceScaleFactor: 1.75 });
    const pictures: string[] = [];
    page.on('request', (request) => {
      if (request.url().includes(`/pictures/${id}/`)) pictures.push(request.url());
    });
    const scriptsMayArrive = await holdScripts(page);
    await page.goto('/community', { waitUntil: 'commit' });
    await expect.poll(() => pictures).toHaveLength(1);
    scriptsMayArrive();
    await page.getByRole('article').first().waitFor();
    await atRest(page);
    expect(pictures).toHaveLength(1);
  });

  test.each([
    ['/', ['index', 'firebase']],
    ['/community', ['index', 'community-screen', 'firebase']],
  ])('of %s loads at most 180 kB of JavaScript, compressed with Brotli', async (path, chunks) => {
    const page = await firstVisit(browsers, mia, 1440);
    const scripts: Promise<{ file: string; bytes: number; encoding: string | undefined }>[] = [];
    page.on('requestfinished', (request) => {
      const { pathname } = new URL(request.url());
      // Excludes documents and pictures; the service worker stores the code of other screens after the first view.
      if (request.resourceType() !== 'script') return;
      const measure = async () => ({
        file: pathname,
        bytes: (await request.sizes()).responseBodySize,
        encoding: (await request.response())?.headers()['content-encoding'],
      });
      scripts.push(measure());
    });
    await page.goto(path);
    await page.getByRole('article').first().waitFor();
    await atRest(page);
    const delivered = await Promise.all(scripts);
    for (const chunk of chunks)
      expect(delivered.map(({ file }) => file)).toContainEqual(expect.stringContaining(`/${chunk}-`));
    expect(delivered.filter(({ file }) => file.startsWith('/assets/operator/'))).toEqual([]);
    expect(delivered.filter(({ bytes, encoding }) => bytes > 1_000 && encoding !== 'br')).toEqual([]);
    const total = delivered.reduce((sum, { bytes }) => sum + bytes, 0);
    expect(total).toBeGreaterThan(100_000);
    expect(total).toBeLessThanOrEqual(180_000);
    await page.close();
  });
});
