/** Subscriptions to push messages: whose they are, how many, and when they end. */
import { describe, expect, it } from 'vitest';
import { createPublicPost } from '../../server/core/network/public-post.ts';
import { until } from '../support/until.ts';
import { withPushApp } from '../support/with-push-app.ts';

const app = withPushApp();
const { call, publish, comment, subscribe, subscriptionsOf } = app;

describe('push subscriptions', () => {
  it.each([404, 410])('end when the service reports it by %d, or the user unsubscribes', async (gone) => {
    await subscribe('mia');
    const kept = await subscribe('mia');
    const postId = await publish('mia', 'Leek pie');
    app.service.failNext(gone, 1);
    await comment('ann', postId, 'One');
    await until(() => kept.received.length === 1 || app.service.requests === 2);
    await expect.poll(async () => (await subscriptionsOf('mia')).length).toBe(1);
    const [left] = await subscriptionsOf('mia');
    await call('bo', 'POST', '/notifications/push/unsubscribe', { endpoint: left?.endpoint ?? '' });
    expect(await subscriptionsOf('mia')).toHaveLength(1);
    await call('mia', 'POST', '/notifications/push/unsubscribe', { endpoint: left?.endpoint ?? '' });
    expect(await subscriptionsOf('mia')).toEqual([]);
  });

  it('end for messages that are still to be sent, when the user unsubscribes', async () => {
    const { subscription } = await subscribe('mia');
    const postId = await publish('mia', 'Fennel pie');
    await app.close();
    await app.startWithoutPush();
    for (const text of ['First', 'Second']) await comment('ann', postId, text);
    await app.close();
    let requests = 0;
    await app.start(async (request) => {
      if (request.address === subscription.endpoint) {
        requests += 1;
        await app.push.subscriptions.remove('mia', subscription.endpoint);
      }
      return app.service.post(request);
    });
    await until(() => requests === 1);
    // The sender reads the subscribed users at its start, and sends to all of them before anything else.
    const { received } = await subscribe('bo');
    await comment('ann', await publish('bo', 'Fennel soup'), 'After them');
    await until(() => received.length === 1);
    expect(requests).toBe(1);
  });

  it('reach no address that is not on the internet', async () => {
    await app.close();
    await app.start(createPublicPost());
    const { subscription } = app.service.open();
    const endpoint = 'https://127.0.0.1/send/1';
    expect((await call('mia', 'PUT', '/notifications/push', { ...subscription, endpoint })).statusCode).toBe(204);
    await comment('ann', await publish('mia', 'Inner bread'), 'Hello');
    await expect.poll(() => subscriptionsOf('mia')).toEqual([]);
    const plain = { ...subscription, endpoint: 'http://push.example/1' };
    expect((await call('mia', 'PUT', '/notifications/push', plain)).statusCode).toBe(422);
  });

  it('are bounded for each user, also when many browsers subscribe at once', async () => {
    const first = await subscribe('cy');
    await comment('ann', await publish('cy', 'Rye rolls'), 'Warm?');
    await until(() => first.received.length === 1);
    await Promise.all(Array.from({ length: 22 }, () => subscribe('cy')));
    expect(await subscriptionsOf('cy')).toHaveLength(20);
  });

  it('belong to the user who subscribed last in a browser, and to no user before', async () => {
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

  it('end for keys that are no keys, and not for failures of this server', async () => {
    const { subscription } = app.service.open();
    const p256dh = Buffer.alloc(65, 7).toString('base64url');
    const unusable = { ...subscription, keys: { ...subscription.keys, p256dh } };
    await call('dan', 'PUT', '/notifications/push', unusable);
    await comment('ann', await publish('dan', 'Oat bread'), 'For no key');
    await expect.poll(() => subscriptionsOf('dan')).toEqual([]);
    await app.close();
    await app.start(async () => {
      throw new Error('Cannot find package');
    });
    await subscribe('dan');
    const warnings = () => app.lines.filter((line) => line.includes('has not taken a message')).length;
    const before = warnings();
    await comment('ann', await publish('dan', 'Spelt bread'), 'Given up');
    await until(() => warnings() > before);
    expect(await subscriptionsOf('dan')).toHaveLength(1);
  });
});
