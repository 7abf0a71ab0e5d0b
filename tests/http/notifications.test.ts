/** What others do reaches a user as notifications, which they read and mute. */
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { newId } from '../../server/commands/ids.ts';
import type { NotificationPage } from '../../server/core/contracts/notifications.ts';
import { openTestApp, type TestApp } from '../support/test-app.ts';

let app: TestApp;
beforeAll(async () => {
  app = await openTestApp('mia', 'ann', 'bo', 'cy', 'dan', 'eve');
  for (const user of ['ann', 'bo', 'cy', 'dan', 'eve']) await app.as(user).get('/api/users/profile');
});
afterAll(() => app.close());

/** Reads what includes all that was recorded before. */
const read = async (user: string, path: string) =>
  app.as(user).get(`/api/notifications${path}`, { 'potluck-at-least': String(await app.head()) });
const inbox = async (user: string, query = ''): Promise<NotificationPage> => (await read(user, query)).json();
const unread = async (user: string) => (await read(user, '/unread')).json().unread;
const publish = async (user: string, title: string): Promise<string> =>
  (await app.as(user).post('/api/community', { type: 'text', title, content: 'Stir.' })).json().id;
const like = (user: string, postId: string, liked = true) =>
  app.as(user).post(`/api/community/${postId}/like`, { liked });
const comment = async (user: string, postId: string, text: string, more: object = {}): Promise<string> =>
  (await app.as(user).post(`/api/community/${postId}/comments`, { text, ...more })).json().id;

describe('notifications', () => {
  it('say who did what, newest first, and lead to it', async () => {
    const postId = await publish('mia', 'Lentil soup');
    await like('ann', postId);
    const commentId = await comment('bo', postId, 'So good');
    await like('cy', postId);
    const { items, unread: count, nextCursor } = await inbox('mia');
    expect({ count, nextCursor }).toEqual({ count: 2, nextCursor: null });
    expect(items).toMatchObject([
      { kind: 'postLiked', title: 'Lentil soup', count: 2, unread: true, subject: { type: 'post', id: postId } },
      { kind: 'postCommented', excerpt: 'So good', people: [{ uid: 'bo', name: 'Bo' }], subject: { commentId } },
    ]);
    expect(items[0]?.people.map(({ uid }) => uid)).toEqual(['cy', 'ann']);
    await like('ann', postId, false);
    await app.as('bo').delete(`/api/community/${postId}/comments/${commentId}`);
    expect((await inbox('mia')).items).toMatchObject([{ count: 1, people: [{ uid: 'cy' }] }]);
  });

  it('of a mention and a reply reach whom they concern', async () => {
    const postId = await publish('ann', 'Ramen night');
    const asked = await comment('bo', postId, 'How long?');
    await app.as('cy').post(`/api/community/${postId}/comments`, {
      text: '@Dan knows',
      replyTo: asked,
      mentions: [{ uid: 'dan', name: 'Dan' }],
    });
    expect((await inbox('bo')).items).toMatchObject([{ kind: 'replied', people: [{ name: 'Cy' }] }]);
    await comment('dan', postId, 'I write, too');
    await comment('cy', postId, '@Dan how long?', { mentions: [{ uid: 'dan', name: 'Dan' }] });
    expect((await inbox('dan')).items[0]).toMatchObject({ kind: 'mentioned', excerpt: '@Dan how long?' });
  });

  it('are read one by one or all at once, and what came later stays unread', async () => {
    const postId = await publish('eve', 'Flat bread');
    const markRead = (body: object) => app.as('eve').post('/api/notifications/read', body);
    for (const user of ['ann', 'bo', 'cy']) await comment(user, postId, 'Mm');
    const [newest, second, third] = (await inbox('eve')).items;
    if (!newest || !second || !third) throw new Error('There are not three notifications');
    expect((await markRead({ through: second.at, id: second.id })).statusCode).toBe(204);
    expect((await inbox('eve')).items.map((item) => item.unread)).toEqual([true, false, true]);
    await comment('dan', postId, 'Later');
    // The same moment in another time zone.
    const moment = new Date(newest.at);
    const shifted = new Date(moment.getTime() + 3_600_000).toISOString().replace('Z', '+01:00');
    expect((await markRead({ through: shifted })).statusCode).toBe(204);
    expect((await inbox('eve')).items.map((item) => item.unread)).toEqual([true, false, false, false]);
    for (const through of ['2026-12-31T23:59:60Z', '2999-02-31T00:00:00Z', '2999-01-01', 'soon', '']) {
      expect((await markRead({ through })).json(), through).toMatchObject({ statusCode: 422, field: 'through' });
    }
    expect(await unread('eve')).toBe(1);
  });

  it('are in pages', async () => {
    const first = await inbox('eve', '?limit=3');
    expect(first.items).toHaveLength(3);
    const second = await inbox('eve', `?limit=3&cursor=${first.nextCursor}`);
    expect([second.items.length, second.nextCursor]).toEqual([1, null]);
    expect((await app.as('eve').get('/api/notifications?cursor=x')).statusCode).toBe(422);
  });

  it('are the same after a restart, which folds the log again', async () => {
    const before = await inbox('eve');
    await app.restart();
    expect(await inbox('eve')).toEqual(before);
  });

  it('of a muted group stop', async () => {
    const settings = (muted: string[]) => app.as('dan').put('/api/notifications/settings', { muted });
    expect((await settings(['likes'])).json()).toEqual({ muted: ['likes'] });
    const postId = await publish('dan', 'Quiet pie');
    await like('ann', postId);
    expect((await inbox('dan')).items.filter(({ kind }) => kind === 'postLiked')).toEqual([]);
    expect((await app.as('dan').get('/api/notifications/settings')).json()).toEqual({ muted: ['likes'] });
    expect((await settings(['bells'])).statusCode).toBe(422);
    await settings([]);
    await like('bo', postId);
    expect((await inbox('dan')).items[0]).toMatchObject({ kind: 'postLiked', people: [{ uid: 'bo' }] });
  });

  it('are for the user alone', async () => {
    for (const path of ['/api/notifications', '/api/notifications/unread', '/api/notifications/settings']) {
      expect((await app.as(undefined).get(path)).statusCode).toBe(401);
    }
    await app
      .as('ann')
      .post('/api/notifications/read', { through: new Date().toISOString(), id: `comment:${newId()}` });
    expect(await unread('eve')).toBe(1);
  });

  it('are pushed to no browser without keys', async () => {
    expect((await app.as('mia').get('/api/notifications/push')).json()).toEqual({ publicKey: null });
    const endpoint = 'https://push.example.net/1';
    expect((await app.as('mia').post('/api/notifications/push/unsubscribe', { endpoint })).statusCode).toBe(501);
  });

  it('of a household name who joined', async () => {
    const { id } = (await app.as('mia').post('/api/households', { name: 'Blue house' })).json();
    const { code } = (await app.as('mia').post(`/api/households/${id}/invitations`, { uses: 1 })).json();
    await app.as('eve').post('/api/households/join', { code });
    expect((await inbox('mia')).items[0]).toMatchObject({ kind: 'memberJoined', title: 'Blue house' });
    await app.as('mia').delete(`/api/households/${id}/members/eve`);
    expect((await inbox('eve')).items[0]).toMatchObject({ kind: 'memberRemoved', people: [{ uid: 'mia' }] });
    expect((await inbox('mia')).items.filter(({ kind }) => kind === 'memberJoined')).toEqual([]);
  });
});
