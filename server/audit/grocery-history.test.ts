import { expect, test } from 'vitest';
import { newEvent } from '../../tests/contracts/event-log/sample-events.ts';
import { MemoryCommandLog } from '../../tests/support/memory-command-log.ts';
import type { JsonObject } from '../core/event-log.ts';
import { createGroceryHistory } from './grocery-history.ts';

test('an older page says who has undone a change, also if that was the next event', async () => {
  const log = new MemoryCommandLog();
  const recorded = (actor: string, commandId: string, type: string, data: JsonObject) => {
    const event = newEvent(data, type);
    return { ...event, meta: { ...event.meta, actor, commandId } };
  };
  const items = [{ id: 'milk', name: 'Milk', amount: '', unit: '', order: 0 }];
  const removal = { itemId: 'milk', name: 'Milk', undoes: 'addition' };
  await log.append('groceryList-home', [recorded('ann', 'addition', 'GroceryItemsAdded', { items })], 'no_stream');
  await log.append('groceryList-home', [recorded('ben', 'undo', 'GroceryItemRemoved', removal)], 0n);
  const history = createGroceryHistory(log);
  const newest = await history('home', { limit: 1 });
  expect(newest).toMatchObject({ entries: [{ changeId: 'undo', by: 'ben', undoes: 'addition' }], next: 0n });
  const older = await history('home', { limit: 1, from: 0n });
  expect(older).toMatchObject({ entries: [{ changeId: 'addition', by: 'ann', undoneBy: 'ben' }], next: undefined });
});
