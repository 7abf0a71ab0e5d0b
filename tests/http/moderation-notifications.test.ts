/** Authors are notified of what moderators decide about them; others of nothing. */
import { afterAll, beforeAll, expect, it } from 'vitest';
import type { NotificationPage } from '../../server/core/contracts/notifications.ts';
import { type Browser, connectBrowser } from '../support/live.ts';
import { type ModeratedSite, openModeratedSite } from '../support/moderated-site.ts';
import { until } from '../support/until.ts';

let site: ModeratedSite;
let mia: Browser;
let ben: Browser;
beforeAll(async () => {
  site = await openModeratedSite();
  const address = await site.app.listen({ host: '127.0.0.1', port: 0 });
  mia = await connectBrowser(address, 'token-mia');
  ben = await connectBrowser(address, 'token-ben');
});
afterAll(async () => {
  for (const { socket } of [mia, ben]) socket.disconnect();
  await site.close();
});

const inbox = async (user: string): Promise<NotificationPage> =>
  (await site.inject(user, 'GET', '/api/notifications')).json();
const newest = async () => (await inbox('mia')).items[0];

it('notifies the author at once, without the name of the moderator', async () => {
  const form = { title: 'Hazelnut tart', type: 'text', content: 'Roast them' };
  const { id } = await site.send<{ id: string }>('mia', 'POST', '/api/community', form);
  const caseId = `post:${id}`;
  await site.decide(caseId, 'hide', 'An advertisement');
  expect(await inbox('mia')).toMatchObject({
    unread: 1,
    items: [
      { kind: 'contentHidden', title: 'Hazelnut tart', excerpt: 'An advertisement', people: [], subject: { id } },
    ],
  });
  expect((await site.inject('mia', 'GET', '/api/notifications')).body).not.toMatch(/dee/i);
  await until(() => mia.messages.some((one) => one.kind === 'notifications.changed' && one.unread === 1));

  await site.send('mia', 'POST', '/api/appeals', { caseId, text: 'It is a tart' });
  await site.decide(caseId, 'rejectAppeal', 'It is still an advertisement');
  expect(await newest()).toMatchObject({ kind: 'appealRejected', excerpt: 'It is still an advertisement' });
  await site.decide(caseId, 'restore', 'Edited');
  expect(await newest()).toMatchObject({ kind: 'contentRestored', excerpt: 'Edited' });
  await site.decide('person:mia', 'suspend', 'Advertises');
  expect(await newest()).toMatchObject({ kind: 'memberSuspended', title: '', subject: { type: 'person', id: 'mia' } });
  await site.decide('person:mia', 'lift', 'Agreed');
  expect((await inbox('mia')).items.map(({ kind }) => kind)).toEqual(['suspensionLifted', 'contentRestored']);
  expect((await inbox('ben')).items).toEqual([]);
  // Notifications are sent in order, so this one comes after any that the decisions would have caused.
  const own = await site.send<{ id: string }>('ben', 'POST', '/api/community', form);
  const liked = await site.inject('ann', 'POST', `/api/community/${own.id}/like`);
  const position = BigInt(String(liked.headers['potluck-position']));
  const toBen = () => ben.messages.filter((one) => one.kind === 'notifications.changed');
  await until(() => toBen().some((one) => BigInt(one.position) >= position));
  expect(toBen()).toMatchObject([{ unread: 1 }]);
});

it('cannot be muted', async () => {
  const muted = await site.inject('mia', 'PUT', '/api/notifications/settings', { muted: ['moderation'] });
  expect(muted.statusCode).toBe(422);
});
