import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { QuietLogger } from '../../tests/support/quiet-logger.ts';
import { subscriptionFolder } from './subscription-folder.ts';
import type { StoredSubscription } from './subscriptions.ts';

async function openFolder() {
  const folder = await mkdtemp(join(tmpdir(), 'potluck-subscriptions-'));
  onTestFinished(() => rm(folder, { recursive: true }));
  return subscriptionFolder(folder, new QuietLogger());
}
const subscription = (browser: string, sentThrough: number): StoredSubscription => ({
  ...{ uid: 'mia', endpoint: `https://push.example/${browser}`, sentThrough },
  keys: { p256dh: 'key', auth: 'secret' },
});

test('does not bring back a browser that was removed while it was sent to', async () => {
  const subscriptions = await openFolder();
  const phone = subscription('phone', 1);
  await subscriptions.add(phone);
  await subscriptions.remove('mia', phone.endpoint);
  expect(await subscriptions.advance('mia', phone.endpoint, 1_000_000)).toBe(false);
  expect(await subscriptions.of('mia')).toEqual([]);
  await subscriptions.add(phone);
  await Promise.all([
    subscriptions.advance('mia', phone.endpoint, 1_000_000),
    subscriptions.remove('mia', phone.endpoint),
    subscriptions.advance('mia', phone.endpoint, 1_000_001),
  ]);
  expect(await subscriptions.of('mia')).toEqual([]);
});
