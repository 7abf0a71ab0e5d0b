import { expect, test } from 'vitest';
import { dishProjection } from '../../tests/support/dish-projection.ts';
import { MemoryEventLog } from '../../tests/support/memory-event-log.ts';
import { findPending } from './pending-events.ts';

test('finds the first of the events to fold and counts all, however many reads it takes', async () => {
  const log = new MemoryEventLog({ batchSize: 1 });
  const [skipped, first] = ['a', 'b', 'c'].map((dish) => log.append(`dish-${dish}`, 'DishServed', { dish }));
  const control = {
    pausedAt: undefined,
    isSkipped: (position: bigint) => position === skipped,
    listen: () => () => {},
  };
  const pending = await findPending(log, dishProjection, undefined, { control, signal: new AbortController().signal });
  expect(pending).toMatchObject({ count: 2, hasMore: false, first: { position: first } });
});
