/** Push messages, through a push service on loopback to browsers that decrypt them. */
import { readdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { until } from '../support/until.ts';
import { withPushApp } from '../support/with-push-app.ts';

const app = withPushApp();
const { call, publish, comment, subscribe, subscriptionsOf } = app;

const like = (user: string, postId: string) => call(user, 'POST', `/community/${postId}/like`, { liked: true });
const filesOf = async (user: string): Promise<string[]> => {
  const names = await readdir(app.push.folder, { recursive: true, withFileTypes: true });
  const files = names
    .filter((one) => one.isFile() && one.name.endsWith('.json'))
    .map((one) => join(one.parentPath, one.name));
  const texts = await Promise.all(files.map((file) => readFile(file, 'utf8')));
  return files.filter((_, n) => texts[n]?.startsWith(`{"uid":"${user}"`));
};

describe('push messages', () => {
  it('reach every browser of the user, encrypted for it, and only those of the user', async () => {
    const [phone, laptop, other] = [await subscribe('mia'), await subscribe('mia'), await subscribe('bo')];
    const postId = await publish('mia', 'Pumpkin bread');
    await comment('ann', postId, 'With seeds?');
    for (const { received } of [phone, laptop]) await until(() => received.length === 1);
    expect(phone.received).toEqual([
      {
        id: expect.stringMatching(/^comment:/),
        title: 'Ann commented on your post Pumpkin bread',
        body: 'With seeds?',
        address: expect.stringMatching(/^\/community\/.+#comment-/),
      },
    ]);
    await like('ann', postId);
    await until(() => phone.received.length === 2);
    expect(other.received).toEqual([]);
  });

  it('are one for likes of the same thing, until it is read', async () => {
    const { received } = await subscribe('mia');
    const postId = await publish('mia', 'Plum cake');
    await like('ann', postId);
    await until(() => received.length === 1);
    for (const user of ['bo', 'cy']) await like(user, postId);
    await comment('bo', postId, 'Mm');
    await until(() => received.length === 2);
    await call('mia', 'POST', '/notifications/read', { through: new Date().toISOString() });
    await like('dan', postId);
    await until(() => received.length === 3);
    expect(received.map(({ title }) => title)).toEqual([
      'Ann liked your post Plum cake',
      'Bo commented on your post Plum cake',
      'Somebody and 3 others liked your post Plum cake',
    ]);
  });

  it('are not repeated when a like is taken back and made again', async () => {
    const { received } = await subscribe('mia');
    const postId = await publish('mia', 'Pear crumble');
    await like('ann', postId);
    await until(() => received.length === 1);
    for (const liked of [false, true]) await call('ann', 'POST', `/community/${postId}/like`, { liked });
    await comment('bo', postId, 'Stop');
    await until(() => received.length === 2);
    expect(received.map(({ title }) => title)).toEqual([
      'Ann liked your post Pear crumble',
      'Bo commented on your post Pear crumble',
    ]);
  });

  it('are limited for each user who causes them, so that several users can cause more', async () => {
    const { received } = await subscribe('mia');
    const postId = await publish('mia', 'Millet porridge');
    // More than one user may cause within ten minutes.
    const texts = Array.from({ length: 12 }, (_, n) => `Comment ${n + 1}`);
    const commenters = app.users.filter((user) => user !== 'mia');
    for (const [n, text] of texts.entries()) {
      await comment(commenters[n % commenters.length] ?? '', postId, text);
      await until(() => received.length === n + 1);
    }
    expect(received.map(({ body }) => body)).toEqual(texts);
  });

  it.each([429, 503])('are sent once, also after failures (%d) and a restart', async (failure) => {
    const { received } = await subscribe('mia');
    const postId = await publish('mia', 'Fig tart');
    app.service.failNext(failure, 2);
    await comment('ann', postId, 'First');
    await until(() => received.length === 1);
    expect(app.service.requests).toBe(3);
    await app.close();
    await app.start(async () => ({ status: failure, retryAfterS: 3_600 }));
    await comment('ann', postId, 'Second');
    await app.close();
    await app.start();
    await until(() => received.length === 2);
    await comment('ann', postId, 'Third');
    await until(() => received.length === 3);
    expect(received.map(({ body }) => body)).toEqual(['First', 'Second', 'Third']);
  });

  it('that a service never takes are given up, and the next ones sent', async () => {
    const { received } = await subscribe('mia');
    const postId = await publish('mia', 'Quince jelly');
    app.service.failNext(500, app.limits.maxAttempts);
    await comment('ann', postId, 'Lost');
    await until(() => app.service.requests === app.limits.maxAttempts);
    await until(() => app.lines.some((line) => line.includes('has not taken a message')));
    await comment('ann', postId, 'Sent');
    await until(() => received.length === 1);
    expect(received[0]?.body).toBe('Sent');
  });

  it('are sent after the log was replaced by an earlier backup', async () => {
    const { subscription, received } = await subscribe('mia');
    const postId = await publish('mia', 'Apple pie');
    expect(await app.push.subscriptions.advance('mia', subscription.endpoint, 1_000_000)).toBe(true);
    await comment('ann', postId, 'Lost');
    // The positions up to which it was sent to are those of the log that is lost.
    await app.close();
    await app.start();
    await until(async () => (await subscriptionsOf('mia')).every(({ sentThrough }) => sentThrough < 1_000_000));
    await comment('ann', postId, 'New');
    await until(() => received.length > 0);
    expect(received.map(({ body }) => body)).toEqual(['New']);
  });

  it('say nothing about what was hidden before they were sent, and say so to its author', async () => {
    const [reader, author] = [await subscribe('mia'), await subscribe('ann')];
    const postId = await publish('mia', 'Barley soup');
    await app.makeOperator('cy');
    expect((await call('cy', 'PUT', '/staff/dan/roles/moderator')).statusCode).toBeLessThan(300);
    await app.close();
    await app.startWithoutPush();
    const { id } = (await comment('ann', postId, 'Buy pans')).json();
    const path = `/moderation/cases/postComment:${postId}:${id}/decisions`;
    expect((await call('dan', 'POST', path, { decision: 'hide', reason: 'An advertisement' })).statusCode).toBe(200);
    await app.close();
    await app.start();
    await until(() => author.received.length === 1);
    expect(author.received).toMatchObject([
      { title: 'Moderators hid your comment on Barley soup', body: 'An advertisement', address: '/profile' },
    ]);
    await comment('bo', postId, 'With leeks?');
    await until(() => reader.received.length > 0);
    expect(reader.received.map(({ body }) => body)).toEqual(['With leeks?']);
  });

  it('reach the others when a stored subscription is damaged', async () => {
    await subscribe('bo');
    const { received } = await subscribe('mia');
    const [file] = await filesOf('bo');
    if (file === undefined) throw new Error('There is no file');
    await app.close();
    await writeFile(file, '{"uid":"bo","endp');
    await app.start();
    await comment('ann', await publish('mia', 'Barley soup'), 'Good');
    await until(() => received.length === 1);
    expect(app.lines.some((line) => line.includes('is damaged, and set aside'))).toBe(true);
    expect(await subscriptionsOf('bo')).toEqual([]);
    await subscribe('bo');
    expect(await subscriptionsOf('bo')).toHaveLength(1);
  });

  it('leave no secret in the log, the read models or the log lines', async () => {
    const { subscription, received } = await subscribe('mia');
    await comment('ann', await publish('mia', 'Secret stew'), 'Hush');
    await until(() => received.length === 1);
    app.service.failNext(400, 1);
    await comment('ann', await publish('mia', 'Secret soup'), 'Hush');
    await until(() => app.service.requests === 2);
    await app.close();
    const secrets = [subscription.endpoint.slice(-12), subscription.keys.auth, subscription.keys.p256dh];
    const names = await readdir(app.folder, { recursive: true, withFileTypes: true });
    const files = names.filter((one) => one.isFile() && !one.parentPath.startsWith(app.push.folder));
    expect(files.length).toBeGreaterThan(1);
    const texts = await Promise.all(files.map((file) => readFile(join(file.parentPath, file.name), 'latin1')));
    for (const text of [...texts, ...app.lines]) for (const secret of secrets) expect(text).not.toContain(secret);
    await app.start();
  });
});
