/** A user's own profile, and the parts that others see. */
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { apiOf } from '../support/api-of.ts';
import { atRest } from '../support/at-rest.ts';
import { type Browsers, connectionErrors, logIn, type Person } from '../support/browsers.ts';
import { feedOn } from '../support/feed.ts';
import { focusedName } from '../support/focus.ts';
import { expectGoodLayout } from '../support/layout.ts';
import { topOf } from '../support/place.ts';
import { profileOn } from '../support/profile.ts';
import { describeWith } from '../support/requirements.ts';
import { withOwnServer } from '../support/with-browsers.ts';

describeWith('chromium', 'the profile', (chromium) => {
  let browsers: Browsers;
  let mia: Person;

  withOwnServer(chromium, async (opened) => {
    browsers = opened;
    mia = await browsers.register('Mia');
  });

  test("opens from the menu, and shows the user's data", async () => {
    browsers.allowProblems(/ERR_FAILED.*api[/]users[/]profile/);
    const { page, line, context } = mia;
    await page.goto('/');
    // The menu fetches the profile, too, in order to know whether its user is an operator.
    await context.route('**/api/users/profile', (route) => route.abort());
    await page.getByRole('button', { name: 'Mia' }).click();
    const item = page.getByRole('menuitem', { name: 'View Profile' });
    await item.hover();
    await atRest(page); // The screen's code is loaded, so that only the profile is missing.
    await context.unrouteAll();
    line.hold();
    await item.click();
    const loading = await topOf(page.getByText('Loading...'));
    line.release();
    await profileOn(page).edit.waitFor();
    const name = page.getByRole('heading', { name: 'Mia', level: 2 });
    await atRest(page);
    expect(await topOf(name), 'the name takes the place of the loading indicator').toBe(loading);
    await page.getByText(mia.email).waitFor();
    await page.getByText(/^Member since \w+ 20\d\d$/).waitFor();
  });

  test('reports a failed fetch, with a retry', async () => {
    browsers.allowProblems(/ERR_FAILED.*api[/]users[/]profile/);
    const { page, context } = mia;
    await context.route('**/api/users/profile', (route) => route.abort());
    await page.goto('/profile');
    await page.getByRole('alert').getByText('Failed to fetch profile').waitFor();
    await context.unrouteAll();
    await page.getByRole('alert').getByRole('button', { name: 'Try again' }).click();
    await profileOn(page).edit.waitFor();
    await expect.poll(() => page.getByRole('alert').count()).toBe(0);
  });

  test('shows a new name in the open feeds of others, on earlier posts and comments, and in the bar', async () => {
    const api = apiOf(browsers.server, mia);
    const { id } = await api.publish({ title: 'Leek soup', type: 'text', content: 'Hot' });
    await api.comment(id, 'With bread');
    const sam = await browsers.openVisitor();
    await sam.page.goto('/community');
    const seen = feedOn(sam.page).post('Leek soup');
    await seen.comment('With bread').getByText('Mia', { exact: true }).waitFor();

    const { page } = mia;
    const { edit, username, save } = profileOn(page);
    await page.goto('/profile');
    await edit.click();
    await expect.poll(() => focusedName(page)).toBe('Username');
    await username.fill('Maria');
    await save.click();
    await page.getByText('Your profile is saved.').waitFor();
    await page.getByRole('heading', { name: 'Maria', level: 2 }).waitFor();
    await expect.poll(() => focusedName(page)).toBe('Edit Profile');
    await page.getByRole('button', { name: 'Maria', exact: true }).waitFor();
    await seen.comment('With bread').getByText('Maria', { exact: true }).waitFor();
    await expect.poll(() => seen.card.getByText('Mia', { exact: true }).count()).toBe(0);
    await page.reload();
    await page.getByRole('button', { name: 'Maria', exact: true }).waitFor();
  });

  test('restores unsaved changes after a reload, except for passwords, and discards them on Cancel', async () => {
    const { page } = mia;
    const { edit, username, current, cancel } = profileOn(page);
    await page.goto('/profile');
    await edit.click();
    await username.fill('Half a na');
    await current.fill(mia.password);
    page.once('dialog', (dialog) => void dialog.accept());
    await page.reload();
    await expect.poll(() => username.inputValue()).toBe('Half a na');
    await expect.poll(() => current.inputValue()).toBe('');
    expect(JSON.stringify(await page.evaluate(() => [{ ...localStorage }, { ...sessionStorage }]))).not.toContain(
      mia.password,
    );
    await cancel.click();
    await edit.waitFor();
    await page.reload();
    await edit.waitFor();
    await expect.poll(() => username.count()).toBe(0);
  });

  test('crops a photo to a small square, and shows it in the open feeds of others until it is removed', async () => {
    const sam = await browsers.openVisitor();
    await sam.page.goto('/community');
    const onFeed = feedOn(sam.page).post('Leek soup').card.locator('header img');
    const { page } = mia;
    const { edit, photo, save } = profileOn(page);
    const inBar = page.getByRole('banner').getByRole('button', { name: 'Maria' }).locator('img');
    await page.goto('/profile');
    await edit.click();
    await photo.setInputFiles({ name: 'notes.png', mimeType: 'image/png', buffer: Buffer.from('Dear diary') });
    await page.getByRole('alert').getByText('This picture cannot be read. Choose a JPEG, PNG or WebP.').waitFor();
    await photo.setInputFiles(join(import.meta.dirname, '../../web/public/art/greek-card-480.webp'));
    await page.getByRole('button', { name: 'Remove Photo' }).waitFor();
    await expect.poll(() => page.getByRole('alert').count()).toBe(0);
    await save.click();
    await page.getByText('Your profile is saved.').waitFor();

    await onFeed.waitFor();
    expect(await onFeed.evaluate(drawnSize)).toEqual([256, 256]);
    await page.reload();
    await inBar.waitFor();
    expect(await inBar.evaluate(drawnSize)).toEqual([256, 256]);

    await edit.click();
    await page.getByRole('button', { name: 'Remove Photo' }).click();
    await expect.poll(() => focusedName(page)).toBe('Add Photo');
    await save.click();
    await onFeed.waitFor({ state: 'detached' });
    await inBar.waitFor({ state: 'detached' });
  });

  test('shows which operators have read private data, and why', async () => {
    browsers.allowProblems(connectionErrors);
    const { page, context, line } = await browsers.signIn(mia);
    const access = (day: number, why: string) => ({
      at: `2026-11-${day}T17:30:00.000Z`,
      by: { uid: `operator-${day}`, name: day === 18 ? 'Tom' : null },
      what: 'changes of grocery lists',
      why,
    });
    const firstOlder = Promise.withResolvers<void>();
    let olderRequests = 0;
    await page.route('**/api/users/accesses*', async (route) => {
      const isOlder = route.request().url().includes('cursor=');
      // The first request for older ones is answered after the line has been cut.
      if (isOlder && olderRequests++ === 0) await firstOlder.promise;
      const items = [isOlder ? access(11, 'A second look') : access(18, 'Mia asked who emptied the list')];
      return route.fulfill({ json: { items, nextCursor: isOlder ? null : 'older' } });
    });
    await page.goto('/profile');
    await page.getByRole('heading', { name: 'Who has looked at your data' }).waitFor();
    await page.getByText('Mia asked who emptied the list').waitFor();
    await page.getByText(/^Tom read changes of grocery lists, 18 Nov 2026/).waitFor();
    await atRest(page);
    await page.getByRole('button', { name: 'Show older' }).click();
    await expect.poll(() => olderRequests).toBe(1);
    const isReadAgain = page.waitForRequest(/accesses(?!.*cursor=)/);
    await context.setOffline(true);
    await line.cut();
    await line.restore();
    await context.setOffline(false);
    await isReadAgain;
    firstOlder.resolve();
    await page.getByText(/^An operator read changes of grocery lists, 11 Nov 2026/).waitFor();
    await expect.poll(() => page.getByRole('button', { name: 'Show older' }).count()).toBe(0);
    await expectGoodLayout(page);
  });

  test('shows the message of an error without a field, or its own if the server sends none', async () => {
    browsers.allowProblems(/(429|ERR_FAILED).*api[/]users[/]profile/);
    const { page, context } = mia;
    const { edit, username, save } = profileOn(page);
    await page.goto('/profile');
    await edit.click();
    await username.fill('Mimi');
    const refusal = { statusCode: 429, code: 'TOO_MANY_REQUESTS', error: '', message: 'Not so fast' };
    await context.route('**/api/users/profile', (route) => route.fulfill({ status: 429, json: refusal }));
    await save.click();
    await page.getByRole('alert').getByText('Not so fast').waitFor();
    await context.unrouteAll();
    await context.route('**/api/users/profile', (route) => route.abort());
    await save.click();
    await page.getByRole('alert').getByText('Failed to update profile').waitFor();
    await expect.poll(() => username.inputValue()).toBe('Mimi');
    await context.unrouteAll();
    await profileOn(page).cancel.click();
  });

  test('is accessible in light and dark mode, and fits small screens', { tags: 'extended' }, async () => {
    const { page } = await browsers.signIn(mia);
    const { edit, confirmation, save } = profileOn(page);
    await page.goto('/profile');
    await edit.waitFor();
    await expectGoodLayout(page);
    await edit.click();
    await confirmation.fill('unlike');
    await save.click();
    await page.getByRole('alert').first().waitFor();
    await expectGoodLayout(page);
  });

  test('asks a visitor to log in, and then opens', async () => {
    const { page } = await browsers.visit('/profile');
    await page.waitForURL('/login');
    await logIn(page, mia);
    await page.waitForURL('/profile');
    await profileOn(page).edit.waitFor();
  });
});

/** The intrinsic size of an image, once it is decoded. */
async function drawnSize(image: SVGElement | HTMLElement): Promise<[number, number]> {
  if (!(image instanceof HTMLImageElement)) throw new Error('This is not an image');
  await image.decode();
  return [image.naturalWidth, image.naturalHeight];
}
