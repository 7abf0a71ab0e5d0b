import { expect, test } from 'vitest';
import { inboxModel } from '../../projections/definitions/notifications/inbox.ts';
import { MemoryReadModels } from '../../projections/read-models/memory/memory-read-models.ts';
import type { Write } from '../../projections/read-models/read-model-store.ts';
import { notifiedAfter } from './unsent.ts';

test('finds each notified user once, also those whom one event has notified across two reads', async () => {
  const model = new MemoryReadModels().open({ name: 'notifications', version: 1 });
  // One read has the first of the users who were notified at position 499.
  const positions = Array.from({ length: 504 }, (_, n) => Math.min(n, 499));
  const writes = positions.map(
    (score, n): Write => ({
      kind: 'index',
      index: inboxModel.notified,
      member: `user-${String(n).padStart(3, '0')}`,
      score,
    }),
  );
  await model.commit(undefined, 499n, writes);
  const found: string[] = [];
  let through = -1;
  for (let before = Number.NaN; before !== through; ) {
    before = through;
    const notified = await notifiedAfter(model, through);
    found.push(...notified.users);
    through = notified.through;
  }
  expect(found).toEqual(positions.map((_, n) => `user-${String(n).padStart(3, '0')}`));
  expect(through).toBe(499);
});
