/** Push messages, through a push service on loopback to browsers that decrypt them. */
import { mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pino } from 'pino';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { createPublicPost } from '../../server/core/network/public-post.ts';
import { type OpenedPush, openPush } from '../../server/open-push.ts';
import { makePushKeys } from '../../server/push/keys.ts';
import { type EmbeddedApp, openEmbeddedApp } from '../support/embedded-app.ts';
import { type PushService, startPushService } from '../support/push-service.ts';
import { until } from '../support/until.ts';

const limits = { gatherMs: 1, firstRetryMs: 10, maxRetryMs: 50, maxAttempts: 3 };
const users = ['mia', 'ann', 'bo', 'cy', 'dan'];

let folder: string;
let push: OpenedPush;
let service: PushService;
let app: EmbeddedApp;
const lines: string[] = [];

const start = async (post = service.post) => {
  const logger = pino({ level: 'trace' }, { write: (line) => lines.push(line) });
  app = await openEmbeddedApp(folder, users, { push: { ...push, post, limits }, logger });
};

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'potluck-push-'));
  const keyFile = join(folder, 'push-keys');
  await makePushKeys(keyFile);
  push = await openPush({ keyFile, contact: 'mailto:cook@example.org' }, join(folder, 'push'), {
    warn: (details, message) => lines.push(JSON.stringify({ details, message })),
  });
});
beforeEach(async () => {
  service = await startPushService(push.publicKey);
  await start();
});
afterEach(async () => {
  await app.close();
  await service[Symbol.asyncDispose]();
  await rm(push.folder, { recursive: true, force: true });
});
afterAll(() => rm(folder, { recursive: true }));

const call = (user: string, method: 'GET' | 'POST' | 'PUT', url: string, payload?: object) =>
  app.app.inject({
    method,
    url: `/api${url}`,
    headers: { authorization: `Bearer token-${user}` },
    ...(payload && { payload }),
  });
const publish = async (user: string, title: string): Promise<string> =>
  (await call(user, 'POST', '/community', { type: 'text', title, content: '' })).json().id;
const like = (user: string, postId: string) => call(user, 'POST', `/community/${postId}/like`, { liked: true });
const comment = (user: string, postId: string, text: string) =>
  call(user, 'POST', `/community/${postId}/comments`, { text });
async function subscribe(user: string) {
  const browser = service.open();
  expect((await call(user, 'PUT', '/notifications/push', browser.subscription)).statusCode).toBe(204);
  return browser;
}
const filesOf = async (user: string): Promise<string[]> => {
  const names = await readdir(push.folder, { recursive: true, withFileTypes: true });
  const files = names
    .filter((one) => one.isFile() && one.name.endsWith('.json'))
    .map((one) => join(one.parentPath, one.name));
  const texts = await Promise.all(files.map((file) => readFile(file, 'utf8')));
  return files.filter((_, n) => texts[n]?.startsWith(`{"uid":"${user}"`));
};
const subscriptionsOf = (user: string) => push.subscriptions.of(user);

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
    const commenters = users.filter((user) => user !== 'mia');
    for (const [n, text] of texts.entries()) {
      await comment(commenters[n % commenters.length] ?? '', postId, text);
      await until(() => received.length === n + 1);
    }
    expect(received.map(({ body }) => body)).toEqual(texts);
  });

  it('are sent once, also after failures and a restart', async () => {
    const { received } = await subscribe('mia');
    const postId = await publish('mia', 'Fig tart');
    service.failNext(503, 2);
    await comment('ann', postId, 'First');
    await until(() => received.length === 1);
    expect(service.requests).toBe(3);
    await app.close();
    await start(async () => ({ status: 503, retryAfterS: 3_600 }));
    await comment('ann', postId, 'Second');
    await app.close();
    await start();
    await until(() => received.length === 2);
    await comment('ann', postId, 'Third');
    await until(() => received.length === 3);
    expect(received.map(({ body }) => body)).toEqual(['First', 'Second', 'Third']);
  });

  it('that a service never takes are given up, and the next ones sent', async () => {
    const { received } = await subscribe('mia');
    const postId = await publish('mia', 'Quince jelly');
    service.failNext(500, limits.maxAttempts);
    await comment('ann', postId, 'Lost');
    await until(() => service.requests === limits.maxAttempts);
    await until(() => lines.some((line) => line.includes('has not taken a message')));
    await comment('ann', postId, 'Sent');
    await until(() => received.length === 1);
    expect(received[0]?.body).toBe('Sent');
  });

  it('say nothing about what was hidden before they were sent, and say so to its author', async () => {
    const [reader, author] = [await subscribe('mia'), await subscribe('ann')];
    const postId = await publish('mia', 'Barley soup');
    await app.makeOperator('cy');
    expect((await call('cy', 'PUT', '/staff/dan/roles/moderator')).statusCode).toBeLessThan(300);
    await app.close();
    app = await openEmbeddedApp(folder, users);
    const { id } = (await comment('ann', postId, 'Buy pans')).json();
    const path = `/moderation/cases/postComment:${postId}:${id}/decisions`;
    expect((await call('dan', 'POST', path, { decision: 'hide', reason: 'An advertisement' })).statusCode).toBe(200);
    await app.close();
    await start();
    await until(() => author.received.length === 1);
    expect(author.received).toMatchObject([
      { title: 'Moderators hid your comment on Barley soup', body: 'An advertisement', address: '/profile' },
    ]);
    await comment('bo', postId, 'With leeks?');
    await until(() => reader.received.length > 0);
    expect(reader.received.map(({ body }) => body)).toEqual(['With leeks?']);
  });

  it('end with the subscription, for the service or for the user', async () => {
    await subscribe('mia');
    const kept = await subscribe('mia');
    const postId = await publish('mia', 'Leek pie');
    service.failNext(410, 1);
    await comment('ann', postId, 'One');
    await until(() => kept.received.length === 1 || service.requests === 2);
    await expect.poll(async () => (await subscriptionsOf('mia')).length).toBe(1);
    const [left] = await subscriptionsOf('mia');
    await call('bo', 'POST', '/notifications/push/unsubscribe', { endpoint: left?.endpoint ?? '' });
    expect(await subscriptionsOf('mia')).toHaveLength(1);
    await call('mia', 'POST', '/notifications/push/unsubscribe', { endpoint: left?.endpoint ?? '' });
    expect(await subscriptionsOf('mia')).toEqual([]);
  });

  it('end when the user unsubscribes while several are sent', async () => {
    const { subscription } = await subscribe('mia');
    const postId = await publish('mia', 'Fennel pie');
    await app.close();
    app = await openEmbeddedApp(folder, users);
    for (const text of ['First', 'Second']) await comment('ann', postId, text);
    await app.close();
    let requests = 0;
    await start(async (request) => {
      if (request.address === subscription.endpoint) {
        requests += 1;
        await push.subscriptions.remove('mia', subscription.endpoint);
      }
      return service.post(request);
    });
    await until(() => requests === 1);
    // The sender reads the subscribed users at its start, and sends to all of them before anything else.
    const { received } = await subscribe('bo');
    await comment('ann', await publish('bo', 'Fennel soup'), 'After them');
    await until(() => received.length === 1);
    expect(requests).toBe(1);
  });

  it('go to no address that is not on the internet', async () => {
    await app.close();
    await start(createPublicPost());
    const { subscription } = service.open();
    const endpoint = 'https://127.0.0.1/send/1';
    expect((await call('mia', 'PUT', '/notifications/push', { ...subscription, endpoint })).statusCode).toBe(204);
    await comment('ann', await publish('mia', 'Inner bread'), 'Hello');
    await expect.poll(() => subscriptionsOf('mia')).toEqual([]);
    const plain = { ...subscription, endpoint: 'http://push.example/1' };
    expect((await call('mia', 'PUT', '/notifications/push', plain)).statusCode).toBe(422);
  });

  it('keep a bounded number of browsers of a user, also when many subscribe at once', async () => {
    const first = await subscribe('cy');
    await comment('ann', await publish('cy', 'Rye rolls'), 'Warm?');
    await until(() => first.received.length === 1);
    await Promise.all(Array.from({ length: 22 }, () => subscribe('cy')));
    expect(await subscriptionsOf('cy')).toHaveLength(20);
  });

  it('go to the user who subscribed last in a browser, and to no user before', async () => {
    const { subscription, received } = await subscribe('mia');
    await subscribe('mia');
    expect((await call('bo', 'PUT', '/notifications/push', subscription)).statusCode).toBe(204);
    expect(await subscriptionsOf('mia')).toHaveLength(1);
    await comment('ann', await publish('mia', 'Not for Bo'), 'Hi Mia');
    await comment('ann', await publish('bo', 'For Bo'), 'Hi Bo');
    await until(() => received.length === 1);
    expect(received[0]?.body).toBe('Hi Bo');
    expect((await call('mia', 'PUT', '/notifications/push', subscription)).statusCode).toBe(204);
    expect(await subscriptionsOf('bo')).toEqual([]);
    // A late request of the user before takes nothing from the one after.
    await call('bo', 'POST', '/notifications/push/unsubscribe', { endpoint: subscription.endpoint });
    await call('bo', 'PUT', '/notifications/push', subscription);
    expect(await subscriptionsOf('mia')).toHaveLength(1);
  });

  it('reach the others when a stored subscription is damaged', async () => {
    await subscribe('bo');
    const { received } = await subscribe('mia');
    const [file] = await filesOf('bo');
    if (file === undefined) throw new Error('There is no file');
    await app.close();
    await writeFile(file, '{"uid":"bo","endp');
    await start();
    await comment('ann', await publish('mia', 'Barley soup'), 'Good');
    await until(() => received.length === 1);
    expect(lines.some((line) => line.includes('is damaged, and set aside'))).toBe(true);
    expect(await subscriptionsOf('bo')).toEqual([]);
    await subscribe('bo');
    expect(await subscriptionsOf('bo')).toHaveLength(1);
  });

  it('end only for keys that are no keys, not for failures of this server', async () => {
    const { subscription } = service.open();
    const p256dh = Buffer.alloc(65, 7).toString('base64url');
    const unusable = { ...subscription, keys: { ...subscription.keys, p256dh } };
    await call('dan', 'PUT', '/notifications/push', unusable);
    await comment('ann', await publish('dan', 'Oat bread'), 'For no key');
    await expect.poll(() => subscriptionsOf('dan')).toEqual([]);
    await app.close();
    await start(async () => {
      throw new Error('Cannot find package');
    });
    await subscribe('dan');
    const warnings = () => lines.filter((line) => line.includes('has not taken a message')).length;
    const before = warnings();
    await comment('ann', await publish('dan', 'Spelt bread'), 'Given up');
    await until(() => warnings() > before);
    expect(await subscriptionsOf('dan')).toHaveLength(1);
  });

  it('leave no secret in the log, the read models or the log lines', async () => {
    const { subscription, received } = await subscribe('mia');
    await comment('ann', await publish('mia', 'Secret stew'), 'Hush');
    await until(() => received.length === 1);
    service.failNext(400, 1);
    await comment('ann', await publish('mia', 'Secret soup'), 'Hush');
    await until(() => service.requests === 2);
    await app.close();
    const secrets = [subscription.endpoint.slice(-12), subscription.keys.auth, subscription.keys.p256dh];
    const names = await readdir(folder, { recursive: true, withFileTypes: true });
    const files = names.filter((one) => one.isFile() && !one.parentPath.startsWith(push.folder));
    expect(files.length).toBeGreaterThan(1);
    const texts = await Promise.all(files.map((file) => readFile(join(file.parentPath, file.name), 'latin1')));
    for (const text of [...texts, ...lines]) for (const secret of secrets) expect(text).not.toContain(secret);
    await start();
  });
});
