import { cp, mkdtemp, readdir, rm } from 'node:fs/promises';
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

const { endpoint } = subscription('shared', 0);
const of = (uid: string, sentThrough: number): StoredSubscription => ({ ...subscription('shared', sentThrough), uid });

/** The subscription of Ann, and what writes her file back, as a node does that has read it before it was erased. */
async function openWithAnn() {
  const folder = await mkdtemp(join(tmpdir(), 'potluck-subscriptions-'));
  onTestFinished(() => rm(folder, { recursive: true }));
  const [live, copy] = [join(folder, 'live'), join(folder, 'copy')];
  const subscriptions = subscriptionFolder(live, new QuietLogger());
  await subscriptions.add(of('ann', 10));
  const [ofAnn = ''] = (await readdir(live)).filter((name) => !name.includes('.'));
  await cp(join(live, ofAnn), copy, { recursive: true });
  return { subscriptions, writeBack: () => cp(copy, join(live, ofAnn), { recursive: true }) };
}

test('a browser that another user has taken over stays theirs when another node writes back the file of the former user', async () => {
  const { subscriptions, writeBack } = await openWithAnn();
  await subscriptions.add(of('bo', 20));
  await writeBack();
  expect(await subscriptions.of('ann')).toEqual([]);
  expect(await subscriptions.of('bo')).toEqual([of('bo', 20)]);
  expect(await subscriptions.users()).toEqual(['bo']);
  expect(await subscriptions.advance('ann', endpoint, 15)).toBe(false);
  // What became unread meanwhile is not sent to a browser that was not theirs.
  await subscriptions.add(of('ann', 30));
  expect(await subscriptions.of('ann')).toEqual([of('ann', 30)]);
  expect(await subscriptions.users()).toEqual(['ann']);
});

test('a browser that another user takes over leaves no file of the former user', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'potluck-subscriptions-'));
  onTestFinished(() => rm(folder, { recursive: true }));
  const subscriptions = subscriptionFolder(folder, new QuietLogger());
  const files = async () => (await readdir(folder, { recursive: true })).filter((name) => name.endsWith('.json'));
  await subscriptions.add(of('bo', 10));
  const before = await files();
  await subscriptions.add(of('ann', 20));
  await subscriptions.add(of('bo', 30));
  expect(await files()).toEqual(before);
});

test('a browser in which its user has signed out stays without a user when another node writes its file back', async () => {
  const { subscriptions, writeBack } = await openWithAnn();
  await subscriptions.remove('ann', endpoint);
  await writeBack();
  expect(await subscriptions.of('ann')).toEqual([]);
  expect(await subscriptions.users()).toEqual([]);
});
