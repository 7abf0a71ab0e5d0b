/** Random histories of a grocery list. Steps that are not possible are skipped. */
import fc from 'fast-check';
import { type GivenEvent, onList } from './applied-batches.ts';

/** Mostly additions, so that there is something to change. */
const kind = fc.constantFrom(
  ...['add', 'add', 'add', 'add', 'change', 'change', 'check', 'check', 'uncheck', 'remove', 'clear', 'restore'],
);

export const listHistory = fc
  .array(fc.tuple(kind, fc.nat()), { minLength: 1, maxLength: 30, size: 'max' })
  .map((steps): GivenEvent[] => {
    const events: GivenEvent[] = [];
    let listed: string[] = [];
    let removed: { id: string; order: number }[] = [];
    const orders = new Map<string, number>();
    const listedItem = (id: string) => ({ id, name: id, amount: '1', unit: 'kg', order: orders.get(id) ?? 0 });
    for (const [n, [step, pick]] of steps.entries()) {
      const itemId = listed[pick % Math.max(1, listed.length)];
      if (step === 'add') {
        const id = `item-${n}`;
        orders.set(id, n);
        listed.push(id);
        events.push(onList('GroceryItemsAdded', { items: [listedItem(id)] }));
      } else if (step === 'clear' && listed.length > 0) {
        removed = listed.map(listedItem);
        events.push(onList('GroceryListCleared', { items: listed.map((id) => ({ itemId: id, name: id })) }));
        listed = [];
      } else if (step === 'restore' && removed.length > 0) {
        const items = removed.map(({ id }) => ({
          ...listedItem(id),
          addedBy: 'mia',
          addedAt: '2026-11-20T10:00:00.000Z',
        }));
        events.push(onList('GroceryItemsRestored', { items }));
        listed.push(...removed.map(({ id }) => id));
        removed = [];
      } else if (itemId !== undefined && step === 'remove') {
        listed = listed.filter((id) => id !== itemId);
        removed = [listedItem(itemId)];
        events.push(onList('GroceryItemRemoved', { itemId, name: itemId }));
      } else if (itemId !== undefined && step === 'change') {
        events.push(onList('GroceryItemChanged', { itemId, name: `${itemId} ${n}`, amount: '2', unit: 'kg' }));
      } else if (itemId !== undefined && step === 'check') {
        events.push(onList('GroceryItemChecked', { itemId, name: itemId }));
      } else if (itemId !== undefined && step === 'uncheck') {
        events.push(onList('GroceryItemUnchecked', { itemId, name: itemId }));
      }
    }
    return events;
  })
  .filter((events) => events.length > 0);
