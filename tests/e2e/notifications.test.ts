/** Notifications in the browser of a user, while others do what they are about. */
import { expect, test } from 'vitest';
import { apiOf } from '../support/api-of.ts';
import { atRest } from '../support/at-rest.ts';
import { type Browsers, connectionErrors, type Person } from '../support/browsers.ts';
import { expectGoodLayout } from '../support/layout.ts';
import { describeWith } from '../support/requirements.ts';
import { untilStored } from '../support/stored-app.ts';
import { withBrowsers } from '../support/with-browsers.ts';

describeWith('chromium', 'notifications', (chromium) => {
  let browsers: Browsers;
  let mia: Person;
  let sam: Person;

  withBrowsers(chromium, async (opened) => {
    browsers = opened;
    [mia, sam] = await Promise.all([browsers.register('Mia'), browsers.register('Sam')]);
  });

  test('appear live in the bell and the title, lead to the comment, and are read on all devices', async () => {
    const { page } = mia;
    const [byMia, bySam] = [apiOf(browsers.server, mia), apiOf(browsers.server, sam)];
    const bell = page.getByRole('banner').getByRole('link', { name: /^Notifications/ });
    const rows = page.getByRole('list', { name: 'Notifications' }).getByRole('listitem');
    await page.goto('/notifications');
    await page.getByRole('heading', { name: 'Nothing new on the table' }).waitFor();
    await atRest(page);

    const { id } = await byMia.publish({ title: 'Chestnut gnocchi' });
    await bySam.like(id);
    await rows.getByText('Sam liked your post Chestnut gnocchi').waitFor();
    await expect.poll(() => bell.getAttribute('aria-label')).toBe('Notifications, 1 unread');
    await expect.poll(() => page.title()).toBe('(1) Notifications · Potluck');
    await bySam.comment(id, 'Chestnuts from where?');
    await rows.getByText('Chestnuts from where?').waitFor();

    const phone = (await browsers.signIn(mia, { viewport: { width: 360, height: 780 } })).page;
    await phone.goto('/');
    const phoneBell = phone.getByRole('banner').getByRole('link', { name: 'Notifications, 2 unread' });
    await phoneBell.click();
    await phone.getByRole('link', { name: /Sam commented on your post Chestnut gnocchi/ }).click();
    await phone.waitForURL(/\/community\/[^/]+#comment-/);
    await phone.getByText('Chestnuts from where?').waitFor();
    await expect.poll(() => bell.getAttribute('aria-label')).toBe('Notifications, 1 unread');
    await expect.poll(() => rows.getByText('Unread').count()).toBe(1);

    await page.getByRole('button', { name: 'Mark all as read' }).click();
    await expect.poll(() => bell.getAttribute('aria-label')).toBe('Notifications');
    await expect.poll(() => page.title()).toBe('Notifications · Potluck');
    await phone.getByRole('banner').getByRole('link', { name: 'Notifications', exact: true }).waitFor();

    await page.getByRole('button', { name: 'Notification settings' }).click();
    const likes = page.getByRole('switch', { name: 'Likes' });
    await likes.click();
    await expect.poll(() => likes.getAttribute('aria-checked')).toBe('false');
    await page.getByRole('button', { name: 'Close' }).click();
    await atRest(page);
    await bySam.like((await byMia.publish({ title: 'Unsung quince' })).id);
    await bySam.comment(id, 'And how long?');
    await rows.getByText('And how long?').waitFor();
    expect(await page.getByText('Unsung quince').count()).toBe(0);
  });

  test('stay readable without a connection, on every width', { tags: 'extended' }, async () => {
    await apiOf(browsers.server, sam).comment(
      (await apiOf(browsers.server, mia).publish({ title: 'Kept cabbage' })).id,
      'Sour',
    );
    const { page, context, line } = await browsers.signIn(mia, { serviceWorkers: 'allow' });
    await page.goto('/notifications');
    const row = page.getByRole('list', { name: 'Notifications' }).getByText('Sam commented on your post Kept cabbage');
    await row.waitFor();
    await expectGoodLayout(page);
    await untilStored(page);
    await atRest(page);
    browsers.allowProblems(connectionErrors);
    browsers.allowProblems(/Uncaught TypeError: Failed to fetch/);
    await context.setOffline(true);
    await line.cut();
    await page.reload();
    await row.waitFor();
    await page.getByText('Offline', { exact: true }).waitFor();
    expect(await page.getByRole('alert').count()).toBe(0);
    await line.restore();
    await context.setOffline(false);
  });
});
