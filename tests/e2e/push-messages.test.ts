/**
 * Push messages in a browser, delivered to its service worker by the DevTools protocol. A browser under test has no push
 * service, so nothing can be subscribed to here: `tests/http/web-push.test.ts` shows what the server sends and to whom, and
 * `web/features/notifications/push.test.ts` how a page subscribes.
 */
import type { BrowserContext, CDPSession, Page } from 'playwright-core';
import { expect, test } from 'vitest';
import { addressOf, wordsOf } from '../../server/core/contracts/notification-kinds.ts';
import type { PushMessage } from '../../server/core/contracts/notifications.ts';
import { apiOf } from '../support/api-of.ts';
import { atRest } from '../support/at-rest.ts';
import type { Browsers, Person } from '../support/browsers.ts';
import { openNotificationArea } from '../support/notification-area.ts';
import { describeWith } from '../support/requirements.ts';
import { untilStored } from '../support/stored-app.ts';
import { withBrowsers } from '../support/with-browsers.ts';

describeWith('chromium', 'a push message', (chromium) => {
  let browsers: Browsers;
  let mia: Person;
  let sam: Person;

  withBrowsers(chromium, async (opened) => {
    browsers = opened;
    [mia, sam] = await Promise.all([browsers.register('Mia'), browsers.register('Sam')]);
  });

  test('is shown once by its id, and opens what it is about when it is clicked', async () => {
    const { page, push, area } = await openWithPush();
    const { id: postId } = await apiOf(browsers.server, mia).publish({ title: 'Pushed plum cake' });
    const { id } = await apiOf(browsers.server, sam).comment(postId, 'With which plums?');
    await page.goto('/profile');
    await page.getByRole('banner').getByRole('link', { name: 'Notifications, 1 unread' }).waitFor();
    await atRest(page);
    const message = await messageAbout(id);
    await push(JSON.stringify(message));
    await expect.poll(async () => (await area.shown()).map(({ body }) => body)).toEqual(['With which plums?']);
    await push(JSON.stringify({ ...message, body: 'With which plums, please?' }));
    await expect.poll(area.shown).toEqual([
      {
        title: 'Sam commented on your post Pushed plum cake',
        body: 'With which plums, please?',
        tag: message.id,
        icon: '/art/icon-192.png',
      },
    ]);

    expect(await area.click(message.id)).toEqual(['focus /profile']);
    await page.waitForURL(`/community/${postId}#comment-${id}`);
    await page.getByText('With which plums?').waitFor();
    expect(await area.shown()).toEqual([]);
  });

  test('opens a new page if none is open, and never one of another site', async () => {
    const { page, push, area } = await openWithPush();
    const message: PushMessage = { id: 'followed:1', title: 'Sam followed you', body: '', address: '/people/sam' };
    await push(JSON.stringify(message));
    await push(JSON.stringify({ ...message, id: 'followed:2', address: '//example.org/' }));
    await push('no JSON');
    await expect
      .poll(async () => (await area.shown()).map(({ title }) => title).sort())
      .toEqual(['Sam followed you', 'Sam followed you', 'Something new on Potluck']);
    await page.close();
    expect(await area.click('followed:1')).toEqual(['open /people/sam']);
    expect(await area.click('followed:2')).toEqual(['open /notifications']);
    expect(await area.click('unknown')).toEqual(['open /notifications']);
  });

  /** Opens Mia's browser as if push messages were turned on in it. */
  async function openWithPush() {
    const { page, context, session } = await browsers.signIn(mia, {
      serviceWorkers: 'allow',
      permissions: ['notifications'],
    });
    await page.goto('/profile');
    await untilStored(page);
    const stored = { uid: session.uid, endpoint: 'https://push.example/1', sentAt: Date.now() };
    await page.evaluate((value) => localStorage.setItem('potluck.push', value), JSON.stringify(stored));
    const [worker] = context.serviceWorkers();
    if (!worker) throw new Error('There is no service worker');
    return { page, push: await openPush(context, page), area: await openNotificationArea(worker) };
  }

  /** What the server sends about a comment on a post of Mia. */
  async function messageAbout(commentId: string): Promise<PushMessage> {
    const found = (await apiOf(browsers.server, mia).notifications()).find(
      ({ subject }) => subject.commentId === commentId,
    );
    if (!found) throw new Error('There is no notification');
    const { who, did, title } = wordsOf(found);
    const address = addressOf(found, mia.session.uid);
    return { id: found.id, title: `${who} ${did} ${title}`, body: found.excerpt ?? '', address };
  }
});

/** Delivers messages to the service worker of the page. */
async function openPush(context: BrowserContext, page: Page): Promise<(data: string) => Promise<unknown>> {
  const devTools = await context.newCDPSession(page);
  const registrationId = await registrationOf(devTools);
  const { origin } = new URL(page.url());
  return (data) => devTools.send('ServiceWorker.deliverPushMessage', { origin, registrationId, data });
}

const registrationOf = (devTools: CDPSession): Promise<string> =>
  new Promise((resolve, reject) => {
    devTools.on('ServiceWorker.workerRegistrationUpdated', ({ registrations }) => {
      const found = registrations.find(({ isDeleted }) => !isDeleted);
      if (found) resolve(found.registrationId);
    });
    devTools.send('ServiceWorker.enable').catch(reject);
  });
