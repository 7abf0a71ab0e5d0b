import { expect, test } from 'vitest';
import { notificationLimits } from '../../../server/core/contracts/limits.ts';
import { eventsOf, type GivenEvent } from '../../../tests/support/applied-batches.ts';
import { contentsOf } from '../../../tests/support/contents-of.ts';
import { foldedModel } from '../../../tests/support/folded-model.ts';
import type { ReadModel } from '../../read-models/read-model-store.ts';
import { BatchFold } from '../../runner/batch-fold.ts';
import { notificationsProjection } from './notifications.ts';

test('a batch in a remote store with many notifications for full inboxes is loaded in a few steps', async () => {
  const body = { type: 'text', content: '' };
  const authors = ['mia', 'tom'];
  const published = authors.map((uid): GivenEvent => [`post-${uid}`, 'PostPublished', { title: 'Soup', body }, uid]);
  const comments = Array.from({ length: 3 * 2 * notificationLimits.inbox }, (_, n): GivenEvent => {
    const uid = authors[n % 2] ?? '';
    return [`post-${uid}`, 'CommentAdded', { commentId: `c${n}`, text: 'Mm' }, 'ann'];
  });
  const events = eventsOf(1, [...published, ...comments]);
  const local = foldedModel(notificationsProjection, [...published, ...comments]);

  const half = events.length / 2;
  const remote = foldedModel(notificationsProjection, [...published, ...comments].slice(0, half));
  let loads = 0;
  const counting: Pick<ReadModel, 'load' | 'range' | 'commit'> = {
    load: (collection, ids) => {
      if (collection === 'rows') loads++;
      return remote.load(collection, ids);
    },
    range: remote.range.bind(remote),
    commit: remote.commit.bind(remote),
  };
  const start = { checkpoint: BigInt(half), maxEvents: 4_000 };
  const fold = new BatchFold(notificationsProjection, counting, start, () => {});
  await fold.apply(events.slice(half), BigInt(events.length));
  expect(contentsOf(remote)).toEqual(contentsOf(local));
  expect(loads).toBeLessThan(10);
});
