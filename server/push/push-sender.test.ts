import { createECDH, randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { join } from 'node:path';
import { expect, onTestFinished, test, vi } from 'vitest';
import { inboxModel, type RowDocument } from '../../projections/definitions/notifications/inbox.ts';
import { MemoryReadModels } from '../../projections/read-models/memory/memory-read-models.ts';
import type { Write } from '../../projections/read-models/read-model-store.ts';
import { sampleEvent, temporaryFolder } from '../../tests/support/log-copies.ts';
import { QuietLogger } from '../../tests/support/quiet-logger.ts';
import type { SubscribeOptions, SubscriptionBatch } from '../core/event-log.ts';
import { makePushKeys } from './keys.ts';
import { pushLimits, sendPushMessages } from './push-sender.ts';
import { subscriptionFolder } from './subscription-folder.ts';

const at = '2026-11-25T12:00:00.000Z';
const row: RowDocument = {
  ...{ id: 'followed:mia', kind: 'followed', subject: { type: 'person', id: 'mia' }, title: '' },
  ...{ people: [{ uid: 'ann', position: 10, at }], count: 1, at, position: 10, unread: true, unreadSince: 10 },
};
const writes: readonly Write[] = [
  { kind: 'put', collection: inboxModel.rows, id: inboxModel.rowKey('mia', row.id), value: row, position: 10n },
  { kind: 'index', index: inboxModel.unreadOf('mia'), member: row.id, score: 10 },
  { kind: 'index', index: inboxModel.notified, member: 'mia', score: 10 },
];

const openModel = () => new MemoryReadModels().open({ name: 'notifications', version: 1 });

/** A log that ends with an event at position 10. @param heads what its head is at the first calls */
const logWith = (...heads: bigint[]) => ({
  head: async () => heads.shift() ?? 10n,
  async *subscribe({ signal }: SubscribeOptions): AsyncGenerator<SubscriptionBatch, void> {
    const events = [{ ...sampleEvent(), stream: 'following-ann', revision: 0n, position: 10n }];
    yield { events, position: 10n, positionId: events[0]?.id, caughtUp: true };
    if (!signal.aborted) await once(signal, 'abort');
  },
});

/** Sends to a browser of mia until the test ends. @param sentThrough the position up to which it was sent to */
async function startSending(log: ReturnType<typeof logWith>, model: ReturnType<typeof openModel>, sentThrough: number) {
  const folder = temporaryFolder();
  const logger = new QuietLogger();
  const subscriptions = subscriptionFolder(folder, logger);
  const keys = {
    p256dh: createECDH('prime256v1').generateKeys('base64url'),
    auth: randomBytes(16).toString('base64url'),
  };
  await subscriptions.add({ uid: 'mia', endpoint: 'https://push.example/phone', keys, sentThrough });
  const stop = new AbortController();
  const post = vi.fn(async () => ({ status: 201, retryAfterS: undefined }));
  const sending = sendPushMessages({
    ...{ log, subscriptions, post, logger, types: ['Sampled'], signal: stop.signal },
    models: { notifications: model, profiles: model },
    keys: { ...(await makePushKeys(join(folder, 'push.keys'))), contact: 'mailto:cook@example.org' },
    limits: { ...pushLimits, gatherMs: 1 },
  });
  onTestFinished(async () => {
    stop.abort();
    await sending;
  });
  return post;
}

test('sends what an event has made unread once the read model has reached that event', async () => {
  const model = openModel();
  await model.commit(undefined, 1n, []);
  vi.spyOn(model, 'waitFor').mockImplementation(async (position) => {
    await model.commit(1n, position, writes);
    return true;
  });
  const post = await startSending(logWith(1n), model, 1);
  await vi.waitUntil(() => post.mock.calls.length > 0, 10_000);
  expect(model.waitFor).toHaveBeenCalledWith(10n, pushLimits.catchUpMs);
});

test('sends what is recorded while it starts on a log that was replaced by an earlier backup', async () => {
  const model = openModel();
  await model.commit(undefined, 10n, writes);
  const post = await startSending(logWith(9n), model, 1_000_000);
  await vi.waitUntil(() => post.mock.calls.length > 0, 10_000);
});
