/** Pictures and videos of recipes, and the search. */
import type { Locator } from 'playwright-core';
import { describe, expect, test } from 'vitest';
import { apiOf } from '../support/api-of.ts';
import { atRest } from '../support/at-rest.ts';
import type { Browsers, Person } from '../support/browsers.ts';
import { recipesOn, stubPlayers } from '../support/recipes.ts';
import { describeWith } from '../support/requirements.ts';
import { textsOf } from '../support/texts.ts';
import { withOwnServer } from '../support/with-browsers.ts';

const ready = JSON.stringify({ event: 'initialDelivery' });

describeWith('chromium', 'recipe media and search', (chromium) => {
  let browsers: Browsers;
  let mia: Person;

  withOwnServer(chromium, async (opened) => {
    browsers = opened;
    mia = await browsers.register('Mia');
  });

  /** The sample recipe whose video URL contains `part`. */
  const findSample = async (part: string): Promise<{ id: string; title: string }> => {
    const response = await fetch(`${browsers.server.address}/api/recipes?limit=50`);
    const { items } = await response.json();
    return items.find((item: { youtubeUrl?: string; tiktokUrl?: string }) =>
      `${item.youtubeUrl}${item.tiktokUrl}`.includes(part),
    );
  };

  describe('a video', () => {
    test('shows its picture with a spinner until the player is ready, on its card and on its page', async () => {
      const { page, context } = await browsers.openVisitor({ viewport: { width: 1280, height: 500 } });
      const { title } = await findSample('IhwPQL9dFYc');
      let released = Promise.withResolvers<void>();
      await stubPlayers(context, ready);
      await context.route(/embed[/]IhwPQL9dFYc/, async (route) => {
        await released.promise;
        await route.fallback();
      });
      await page.goto('/');
      const card = recipesOn(page).card(title);
      await card.waitFor();
      await atRest(page);
      await expect.poll(() => card.locator('iframe').count()).toBe(0);
      await card.scrollIntoViewIfNeeded();
      const frame = card.locator('iframe');
      await frame.waitFor({ state: 'attached' });
      await card.getByRole('img', { name: 'Loading' }).waitFor();
      await expect.poll(() => card.locator('img').isVisible()).toBe(true);
      await expect
        .poll(() => frame.getAttribute('src'))
        .toMatch(/^https:[/]{2}www[.]youtube-nocookie[.]com[/]embed[/]IhwPQL9dFYc\?/);
      await expect.poll(() => frame.getAttribute('sandbox')).not.toContain('allow-top-navigation');
      released.resolve();
      await card.getByRole('img', { name: 'Loading' }).waitFor({ state: 'detached' });
      await expect.poll(() => frame.evaluate((element) => getComputedStyle(element).opacity)).toBe('1');
      released = Promise.withResolvers();
      await card.getByRole('link').click();
      await page.getByRole('heading', { name: title, level: 1 }).waitFor();
      const onPage = page.getByRole('main');
      await onPage.getByRole('img', { name: 'Loading' }).waitFor();
      await expect.poll(() => onPage.locator('img').isVisible()).toBe(true);
      released.resolve();
      await onPage.getByRole('img', { name: 'Loading' }).waitFor({ state: 'detached' });
      await expect.poll(() => onPage.locator('img').count()).toBe(0);
    });

    test('that cannot be played shows a message on its picture, or in its place if it has none', {
      tags: 'extended',
    }, async () => {
      const { page, context } = await browsers.openVisitor({ viewport: { width: 1280, height: 2400 } });
      browsers.allowProblems(/ERR_FAILED|ERR_BLOCKED_BY/);
      const [refused, lost] = [await findSample('LWuuCndtJr0'), await findSample('IhwPQL9dFYc')];
      await stubPlayers(context, JSON.stringify({ event: 'onError', info: 150 }));
      await context.route(/embed[/]IhwPQL9dFYc/, (route) => route.abort());
      await page.goto('/');
      const notice = page.getByText('Media unavailable');
      const expectPicture = (place: Locator) =>
        expect
          .poll(() =>
            place
              .locator('img')
              .first()
              .evaluate((picture: HTMLImageElement) => picture.naturalWidth),
          )
          .toBeGreaterThan(0);
      for (const { title } of [refused, lost]) {
        const card = recipesOn(page).card(title);
        await card.getByText('Media unavailable').waitFor();
        await expectPicture(card);
      }
      for (const { id } of [refused, lost]) {
        await page.goto(`/recipe/${id}`);
        // Related recipes below it have pictures and notices, too.
        const shown = page.getByRole('main').locator('img').first();
        const onPicture = shown.locator('xpath=../..').getByText('Media unavailable');
        await onPicture.waitFor();
        await expectPicture(page.getByRole('main'));
        // The notice covers only a part of the picture.
        const [noticeBox, picture] = [await onPicture.locator('..').boundingBox(), await shown.boundingBox()];
        expect(noticeBox?.height).toBeLessThan(50);
        expect((noticeBox?.y ?? 0) + (noticeBox?.height ?? 0)).toBeLessThan((picture?.y ?? 0) + (picture?.height ?? 0));
      }
      // The picture is missing, too, so the notice takes its place.
      await context.route(/[.]webp$/, (route) => route.abort());
      await page.reload();
      await notice.first().waitFor();
      await expect.poll(() => page.getByRole('main').locator('img').count()).toBe(0);
      expect((await notice.first().locator('..').boundingBox())?.height).toBeGreaterThan(200);
    });

    test.each([
      ['LWuuCndtJr0', 0.5625],
      ['6922938178559069446', 1.7777],
    ])('%s has the aspect ratio of its player', async (video, ratio) => {
      const { page, context } = await browsers.openVisitor();
      await stubPlayers(context, ready);
      const { id, title } = await findSample(video);
      for (const width of [360, 1440]) {
        await page.setViewportSize({ width, height: 900 });
        await page.goto(`/recipe/${id}`);
        const heightToWidth = async () => {
          const box = await page.locator(`iframe[title="${title}"]`).boundingBox();
          return (box?.height ?? 0) / (box?.width ?? 1);
        };
        await expect.poll(heightToWidth).toBeCloseTo(ratio, 2);
      }
      await page.getByRole('img', { name: 'Loading' }).waitFor({ state: 'detached' });
    });
  });

  test('a missing picture shows a message on its card, and a default picture on its page', async () => {
    browsers.allowProblems(/404.*lost[.]webp/);
    const { page } = mia;
    const api = apiOf(browsers.server, mia);
    const imageUrl = `${browsers.server.address}/art/lost.webp`;
    const { id } = await api.publishRecipe({ type: 'image', title: 'Lost', imageUrl });
    const { id: unpictured } = await api.publishRecipe({ type: 'image', title: 'Never pictured' });
    await page.goto('/');
    await recipesOn(page).card('Lost').getByText('Media unavailable').waitFor();
    await expect.poll(() => textsOf(recipesOn(page).card('Never pictured'))).toEqual(['Never pictured By Mia']);
    await page.goto(`/recipe/${id}`);
    const picture = page.getByRole('article').locator('img').first();
    await expect.poll(() => picture.getAttribute('src')).toBe('/art/table-1400.webp');
    await expect.poll(() => picture.evaluate((img: HTMLImageElement) => img.naturalWidth)).toBeGreaterThan(0);
    await page.goto('/community');
    await api.withdrawRecipe(id);
    await api.withdrawRecipe(unpictured);
  });

  test('recipes without a picture lie on the cloth of their cuisine, wherever they are shown', {
    tags: 'extended',
  }, async () => {
    const api = apiOf(browsers.server, mia);
    const publish = (title: string) => api.publishRecipe({ type: 'image', title, cuisine: 'Georgian' });
    const [first, second] = [await publish('Bare khachapuri'), await publish('Bare khinkali')];
    const playlist = await api.createPlaylist({ name: 'Bare dishes', recipes: [{ id: first.id }, { id: second.id }] });
    const { page } = mia;
    const clothOf = async (card: Locator) => {
      const cloth = card.locator('[style*="background-color"]');
      await cloth.waitFor();
      return cloth.evaluate((element) => {
        const { backgroundColor, backgroundImage } = getComputedStyle(element);
        return { colour: backgroundColor, plate: /url\("([^"]+)"\)/.exec(backgroundImage)?.[1] };
      });
    };
    await page.goto('/');
    const cloth = await clothOf(recipesOn(page).card('Bare khachapuri'));
    expect((await fetch(cloth.plate ?? '')).headers.get('content-type')).toMatch('image/svg');
    expect(await clothOf(recipesOn(page).card('Bare khinkali'))).toEqual(cloth);
    await page.goto('/search?q=khinkali');
    expect(await clothOf(recipesOn(page).card('Bare khinkali'))).toEqual(cloth);
    await page.goto(`/playlists/${mia.session.uid}/${playlist.id}`);
    const row = page.getByRole('list', { name: 'Recipes' }).getByRole('listitem').filter({ hasText: 'Bare khinkali' });
    expect(await clothOf(row)).toEqual(cloth);
    for (const { id } of [first, second]) await api.withdrawRecipe(id);
  });

  describe('the search', () => {
    test('suggests recipes while typing, and opens one by pointer or keyboard', async () => {
      const { page } = await browsers.openVisitor();
      const { search, suggestions } = recipesOn(page);
      await page.goto('/community');
      await search.fill('   ');
      await expect.poll(() => page.getByRole('listbox').count()).toBe(0);
      await search.fill('shoyu');
      await suggestions.first().waitFor();
      await expect.poll(() => suggestions.first().innerText()).toMatch(/^Shoyu Ramen\s+\d+ min\s+Japanese$/);
      await suggestions.first().click();
      await page.getByRole('heading', { name: 'Shoyu Ramen', level: 1 }).waitFor();
      await expect.poll(() => search.inputValue()).toBe('');

      await search.fill('garlic');
      await suggestions.nth(1).waitFor();
      await expect.poll(() => search.getAttribute('aria-expanded')).toBe('true');
      const second = (await suggestions.nth(1).innerText()).split('\n')[0] ?? '';
      await expect.poll(() => suggestions.locator('img').count()).toBeGreaterThan(0);
      await search.press('ArrowDown');
      await search.press('ArrowDown');
      await expect.poll(() => suggestions.nth(1).getAttribute('aria-selected')).toBe('true');
      await search.press('Enter');
      await page.getByRole('heading', { name: second, level: 1 }).waitFor();

      await search.fill('qqqq zzzz');
      await page.getByText('No recipes found').waitFor();
      await search.press('Escape');
      await expect.poll(() => search.inputValue()).toBe('');
      await expect.poll(() => page.getByText('No recipes found').count()).toBe(0);
    });

    test('announces no suggestions before their code is loaded, and chooses none', { tags: 'extended' }, async () => {
      const { page, context } = await browsers.openVisitor();
      const { search, suggestions } = recipesOn(page);
      const loading = Promise.withResolvers<void>();
      await context.route('**/assets/suggestions-*.js', (route) => loading.promise.then(() => route.continue()));
      await page.goto('/community');
      const announced = await search.evaluateHandle((field) => {
        const withoutOptions: string[] = [];
        const record = () => {
          const isExpanded = field.getAttribute('aria-expanded') === 'true';
          if (isExpanded && !document.querySelector('[role="option"]')) withoutOptions.push(field.outerHTML);
        };
        new MutationObserver(record).observe(field, { attributes: true });
        return withoutOptions;
      });
      const answered = page.waitForResponse('**/api/recipes/search?*');
      await search.fill('shoyu');
      await (await answered).finished();
      await page.evaluate(() => new Promise((shown) => requestAnimationFrame(() => setTimeout(shown))));
      await search.press('ArrowDown');
      loading.resolve();
      await suggestions.first().waitFor();
      expect(await announced.jsonValue()).toEqual([]);
      expect(await suggestions.first().getAttribute('aria-selected')).toBe('false');
      await expect.poll(() => search.getAttribute('aria-expanded')).toBe('true');
    });

    test('opens over the bar on a phone, and reports a failure', { tags: 'extended' }, async () => {
      browsers.allowProblems(/500.*api[/]recipes[/]search/);
      const { page, context } = await browsers.visit('/', { viewport: { width: 360, height: 780 } });
      const { search, suggestions } = recipesOn(page);
      await expect.poll(() => search.isVisible()).toBe(false);
      await page.getByRole('button', { name: 'Search recipes' }).click();
      await context.route('**/api/recipes/search?*', (route) => route.fulfill({ status: 500, body: '' }));
      await search.fill('pie');
      await page.getByRole('alert').getByText('Failed to search recipes').waitFor();
      await context.unrouteAll();
      await search.fill('bibim');
      await suggestions.getByText('Bibimbap').click();
      await page.getByRole('heading', { name: 'Bibimbap' }).waitFor();
      await page.getByRole('button', { name: 'Back' }).click();
      await page.waitForURL('/');
    });
  });
});
