import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { QuietLogger } from '../../tests/support/quiet-logger.ts';
import { notificationLimits } from '../core/contracts/limits.ts';
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

test('drops the browser that was sent to longest ago for one more than the maximum', async () => {
  const subscriptions = await openFolder();
  const max = notificationLimits.subscriptions;
  const added = Array.from({ length: max + 1 }, (_, n) => subscription(`browser-${n}`, n + 1));
  for (const each of added) await subscriptions.add(each);
  const kept = (await subscriptions.of('mia')).map(({ sentThrough }) => sentThrough);
  expect(kept.toSorted((a, b) => a - b)).toEqual(added.slice(1).map(({ sentThrough }) => sentThrough));
});

test('keeps what is still to be sent to a browser that subscribes again, with its new keys', async () => {
  const subscriptions = await openFolder();
  await subscriptions.add(subscription('phone', 5));
  const keys = { p256dh: 'new key', auth: 'new secret' };
  await subscriptions.add({ ...subscription('phone', 9), keys });
  expect(await subscriptions.of('mia')).toEqual([{ ...subscription('phone', 5), keys }]);
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
