/** The API calls that the client makes for the actions on each screen. */
import type { Page, Request } from 'playwright-core';
import { expect, test } from 'vitest';
import { apiOf } from '../support/api-of.ts';
import type { Browsers, Person } from '../support/browsers.ts';
import { feedOn } from '../support/feed.ts';
import { stubGoogleLoader } from '../support/google.ts';
import { listOn } from '../support/grocery-list.ts';
import { planOn } from '../support/meal-plan.ts';
import { playlistsOn } from '../support/playlists.ts';
import { profileOn } from '../support/profile.ts';
import { recipesOn } from '../support/recipes.ts';
import { describeWith } from '../support/requirements.ts';
import { withBrowsers } from '../support/with-browsers.ts';

describeWith('chromium', 'API calls of the client', (chromium) => {
  let browsers: Browsers;
  let mia: Person;
  let uid: string;
  let token: string;

  withBrowsers(chromium, async (opened) => {
    browsers = opened;
    mia = await browsers.register('Mia');
    ({ uid, token } = mia.session);
  });

  /** The API calls during `act`: method, path and body. Expects the signed-in user's token in each. */
  const callsOf = async (page: Page, act: () => Promise<void>) => {
    const calls: { call: string; body: unknown; bearer: string | undefined }[] = [];
    const record = (request: Request) => {
      const { pathname, search } = new URL(request.url());
      if (!pathname.startsWith('/api/') || pathname === '/api/config') return;
      calls.push({
        call: `${request.method()} ${(pathname + search).replaceAll(uid, '{userId}')}`,
        body: request.postDataJSON(),
        bearer: request.headers().authorization,
      });
    };
    page.on('request', record);
    await act();
    page.off('request', record);
    expect(new Set(calls.map(({ bearer }) => bearer))).toEqual(new Set([`Bearer ${token}`]));
    return {
      /** The body of the only call with this method and path. */
      bodyOf: (call: string) => {
        const matching = calls.filter((one) => one.call === call);
        expect(matching.length, `${call} among ${calls.map((one) => one.call).join(', ')}`).toBe(1);
        return matching[0]?.body;
      },
      made: calls.map(({ call }) => call),
    };
  };

  test('playlists: read, create, like, search', { tags: 'extended' }, async () => {
    const { page } = mia;
    const { search, add, dialog, card, like } = playlistsOn(page);
    const { bodyOf, made } = await callsOf(page, async () => {
      await page.goto('/playlists');
      await page.getByRole('button', { name: 'Create Playlist' }).click();
      await dialog.getByLabel('Playlist Name').fill('Soups');
      await dialog.getByLabel('Description').fill('Hot ones.');
      await search('shoyu');
      await add('Shoyu Ramen').click();
      await dialog.getByRole('button', { name: 'Create Playlist' }).click();
      await like('Soups').click();
      await card('Soups').getByText('1 like').waitFor();
    });
    expect(made.some((call) => /^GET [/]api[/]playlists[/]{userId}[?]/.test(call))).toBe(true);
    expect(bodyOf('GET /api/recipes/search?q=shoyu')).toBeNull();
    expect(bodyOf('POST /api/playlists')).toEqual({
      id: expect.any(String),
      userId: uid,
      name: 'Soups',
      description: 'Hot ones.',
      isPrivate: false,
      recipes: [{ id: expect.any(String), title: 'Shoyu Ramen', cuisine: 'Japanese' }],
    });
    const liked = made.find((call) => /^POST [/]api[/]playlists[/][0-9a-f-]{36}[/]like$/.test(call));
    expect(bodyOf(String(liked))).toEqual({ userId: uid, liked: true });
  });

  test('grocery list: add with the recipe, read, remove, clear', { tags: 'extended' }, async () => {
    const { page } = mia;
    const { id } = await apiOf(browsers.server, mia).publishRecipe({
      type: 'image',
      title: 'Dumplings',
      ingredients: [
        { name: 'Flour', amount: '1 1/2', unit: 'cups' },
        { name: 'Water', amount: '', unit: '' },
      ],
    });
    const { items, remove, clear } = listOn(page);
    const { bodyOf, made } = await callsOf(page, async () => {
      await page.goto(`/recipe/${id}`);
      await recipesOn(page).addToList.click();
      await page.getByText('Ingredients added to grocery list successfully!').waitFor();
      await page.goto('/grocery-list');
      await items.nth(1).waitFor();
      const removed = page.waitForResponse((response) => response.request().method() === 'DELETE');
      await remove('Flour');
      await removed;
      const cleared = page.waitForResponse((response) => response.request().method() === 'DELETE');
      await clear();
      await cleared;
    });
    const source = { id: expect.any(String), recipeId: id, recipeTitle: 'Dumplings' };
    expect(bodyOf('POST /api/grocery-list')).toEqual({
      userId: uid,
      ingredients: [
        { name: 'Flour', amount: '1 1/2', unit: 'cups', ...source },
        { name: 'Water', amount: '', unit: '', ...source },
      ],
    });
    expect(made).toContain('GET /api/grocery-list/{userId}');
    expect(made.some((call) => /^DELETE [/]api[/]grocery-list[/]{userId}[/][0-9a-f-]{36}$/.test(call))).toBe(true);
    expect(bodyOf('DELETE /api/grocery-list/{userId}')).toEqual({ ingredientIds: [expect.any(String)] });
  });

  test('meal plan: each change sends its slot', async () => {
    const { page } = mia;
    const plan = planOn(page);
    await page.goto('/meal-plan');
    await plan.empty('Monday', 'Dinner').waitFor();
    const saved = () => page.waitForResponse((response) => response.request().method() === 'PATCH');
    const { made } = await callsOf(page, async () => {
      const [first] = await Promise.all([saved(), plan.add('Monday', 'Dinner', 'greek')]);
      const [second] = await Promise.all([saved(), plan.add('Sunday', 'Lunch', 'shoyu')]);
      const [third] = await Promise.all([saved(), plan.choose('Monday', 'Greek', 'Remove')]);
      const monday = { day: 'Monday', meal: 'Dinner' };
      const sunday = { day: 'Sunday', meal: 'Lunch' };
      const salad = expect.objectContaining({ title: expect.stringMatching(/^Greek/) });
      const ramen = expect.objectContaining({ title: 'Shoyu Ramen' });
      const sent = [first, second, third].map((response) => response.request().postDataJSON());
      const { id, recipe } = sent[0].plan[0];
      const newMeal = { id: expect.any(String), note: null };
      expect(sent).toEqual([
        { plan: [{ ...newMeal, ...monday, recipe: salad }] },
        { plan: [{ ...newMeal, ...sunday, recipe: ramen }] },
        { remove: [{ id, from: { recipe: recipe.id } }] },
      ]);
    });
    expect(made.filter((call) => /^PATCH [/]api[/]meal-plan[/]{userId}[?]week=/.test(call))).toHaveLength(3);
    await page.reload();
    await plan.filled('Sunday', 'Shoyu Ramen').waitFor();
    await plan.empty('Monday', 'Dinner').waitFor();
  });

  test('community: read, publish, like, comment', async () => {
    const { page } = mia;
    const { bodyOf, made } = await callsOf(page, async () => {
      await page.goto('/community/new');
      await page.getByLabel('Title').fill('Baguette');
      await page.getByLabel('Content').fill('Still warm.');
      await page.getByRole('button', { name: 'Create Post' }).click();
      const { like, addComment, comment } = feedOn(page).post('Baguette');
      await like.click();
      await like.getByText('1').waitFor();
      await addComment('Butter?');
      await comment('Butter?').getByRole('button', { name: 'Delete comment' }).waitFor();
    });
    expect(made.some((call) => /^GET [/]api[/]community[?]/.test(call))).toBe(true);
    expect(bodyOf('POST /api/community')).toEqual({
      id: expect.any(String),
      title: 'Baguette',
      type: 'text',
      content: 'Still warm.',
    });
    const ofPost = (call: string) =>
      made.filter((one) => /^POST [/]api[/]community[/][0-9a-f-]{36}[/]/.test(one) && one.endsWith(call));
    expect(ofPost('/like')).toHaveLength(1);
    expect(ofPost('/comments').map(bodyOf)).toEqual([{ id: expect.any(String), text: 'Butter?' }]);
  });

  test('profile: read with the avatar, save with the passwords', async () => {
    const { page, ...noa } = await browsers.register('Noa');
    const { edit, username, email, current, fresh, confirmation, save } = profileOn(page);
    /** The profile request with this method during `act`, and its response. */
    const callDuring = async (method: string, act: () => Promise<unknown>) => {
      const [request] = await Promise.all([
        page.waitForRequest((sent) => sent.url().endsWith('/api/users/profile') && sent.method() === method),
        act(),
      ]);
      expect(new URL(request.url()).origin).toBe(new URL(page.url()).origin);
      expect(request.headers().authorization).toMatch(/^Bearer ./);
      return { body: request.postDataJSON(), response: await (await request.response())?.json() };
    };
    await page.goto('/');
    const avatar = `${new URL(page.url()).origin}/art/greek-card-480.webp`;
    await page.evaluate(async (address) => {
      const authorization = `Bearer ${localStorage.getItem('token')}`;
      const headers = { authorization, 'content-type': 'application/json' };
      await fetch('/api/users/profile', { method: 'PUT', headers, body: JSON.stringify({ avatar: address }) });
    }, avatar);
    const read = await callDuring('GET', () => page.goto('/profile'));
    expect(read.response).toMatchObject({ username: 'Noa', email: noa.email, avatar });
    const shown = page.getByRole('main').locator(`img[src="${avatar}"]`);
    await expect.poll(() => shown.evaluate((img: HTMLImageElement) => img.naturalWidth)).toBe(480);

    await edit.click();
    await username.fill('Noa B.');
    await email.fill('noa.b@example.org');
    await current.fill(noa.password);
    await fresh.fill('vinegar and oil');
    await confirmation.fill('vinegar and oil');
    const saved = await callDuring('PUT', () => save.click());
    expect(saved.body).toEqual({
      username: 'Noa B.',
      email: 'noa.b@example.org',
      currentPassword: noa.password,
      newPassword: 'vinegar and oil',
    });
    expect(saved.response).toMatchObject({ username: 'Noa B.', email: 'noa.b@example.org', avatar });
    await edit.waitFor();
  });

  test('sign-in with Google: registers the account that its window returns', { tags: 'extended' }, async () => {
    const { page, context } = await browsers.openVisitor();
    await stubGoogleLoader(context);
    await page.goto('/login');
    const opening = page.waitForEvent('popup');
    await page.getByRole('button', { name: 'Continue with Google' }).click();
    const popup = await opening;
    await popup.waitForURL(/[/]emulator[/]auth[/]handler\?/);
    const eventId = new URL(popup.url()).searchParams.get('eventId');
    const claims = { sub: '4711', email: 'eve@gmail.com', email_verified: true, name: 'Eve' };
    const response = new URLSearchParams({ providerId: 'google.com', id_token: JSON.stringify(claims) });
    await page.evaluate((authEvent) => Reflect.get(globalThis, 'sendToGoogleFrame')({ type: 'authEvent', authEvent }), {
      type: 'signInViaPopup',
      eventId,
      urlResponse: `${new URL(page.url()).origin}/emulator/auth/handler?${response}`,
      sessionId: 'the window',
      postBody: null,
      tenantId: null,
      error: null,
    });
    await page.getByRole('button', { name: 'Eve' }).waitFor();
    await page.waitForURL('/');
  });
});
