import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, onTestFinished, test, vi } from 'vitest';
import { MemoryReadModels } from '../../projections/read-models/memory/memory-read-models.ts';
import { QuietLogger } from '../../tests/support/quiet-logger.ts';
import { tryLock } from '../core/files/process-lock.ts';
import { makePushKeys } from './keys.ts';
import { startPush } from './start-push.ts';
import { subscriptionFolder } from './subscription-folder.ts';

test('sends in one process at a time, and in the next one when that has stopped', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'potluck-push-'));
  onTestFinished(() => rm(folder, { recursive: true }));
  const logger = new QuietLogger();
  const model = new MemoryReadModels().open({ name: 'notifications', version: 1 });
  const keys = { ...(await makePushKeys(join(folder, 'push.keys'))), contact: 'mailto:cook@example.org' };
  /** A process that sends begins with the head of the log. */
  const start = () => {
    const head = vi.fn(async () => undefined);
    const push = startPush({
      ...{ folder, logger, keys, types: [] },
      log: { head, async *subscribe() {} },
      models: { notifications: model, profiles: model },
      subscriptions: subscriptionFolder(folder, logger),
      post: () => Promise.reject(new Error('There is nothing to send')),
    });
    return { push, head };
  };

  const other = tryLock(join(folder, 'sender.lock'));
  const second = start();
  await second.push.stop();
  expect(second.head).not.toHaveBeenCalled();

  other?.release();
  for (let n = 0; n < 2; n++) {
    const next = start();
    await vi.waitUntil(() => next.head.mock.calls.length > 0, 10_000);
    await next.push.stop();
  }
});
