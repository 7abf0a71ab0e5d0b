/** The changes that members make of the list. */
import type { GroceryItem } from '../../../server/core/contracts/grocery-list.ts';
import { upcast } from '../../../server/core/domain/event-versions.ts';
import { groceryListEvents } from '../../../server/core/domain/grocery-list/upcast.ts';
import type { RecordedEvent } from '../../../server/core/event-log.ts';
import { newItem } from '../../../web/features/grocery-list/list-changes.ts';
import type { Device } from './device.ts';
import { idsOf, type ListEvent, type MergedChange } from './expected-list.ts';
import type { Household } from './memory-household.ts';
import type { acts } from './steps.ts';

export const eventsOf = (events: readonly RecordedEvent[]): ListEvent[] =>
  events.map((event) => upcast(groceryListEvents, event));

/** The change that a member makes of what their device shows; undefined if there is nothing to change. */
export function changeOf(
  device: Device,
  kind: (typeof acts)[number],
  pick: number,
  removed: readonly GroceryItem[],
  { log }: Household,
): MergedChange | undefined {
  const by = { uid: device.uid, name: device.uid };
  const items = device.shownItems();
  if (kind === 'add') {
    return { kind, items: [newItem({ name: `Item ${pick}`, amount: '1', unit: 'kg' }, by, new Date())] };
  }
  if (kind === 'add meal') {
    const plannedMeal = { id: `meal ${pick % 2}`, portion: 1 };
    const bring = (name: string) => ({ ...newItem({ name, amount: '1', unit: 'kg' }, by, new Date()), plannedMeal });
    return { kind: 'add', items: ['Feta', 'Olives'].map(bring) };
  }
  if (kind === 'restore') return removed.length === 0 ? undefined : { kind, items: removed };
  if (kind === 'clear') {
    return items.length < 4 ? undefined : { kind, ids: items.map(({ id }) => id), onlyChecked: pick % 2 === 0 };
  }
  if (kind === 'undo') {
    const [event] = eventsOf(log.events.slice(0, log.events.length - (pick % 8)).slice(-1));
    if (!event) return undefined;
    const { type, data, meta } = event;
    const removes = type === 'GroceryItemsAdded' ? data.items.map(({ id }) => id) : [];
    const unchecks = type === 'GroceryItemChecked' ? [data.itemId] : [];
    return { kind, changeId: meta.commandId, removes, unchecks };
  }
  const item = items[pick % Math.max(1, items.length)];
  if (!item) return undefined;
  if (kind === 'checkAll') return { kind, ids: items.slice(-3).map(({ id }) => id), checked: pick % 4 > 0, by };
  const { id, name, amount, unit } = item;
  if (kind === 'check' || kind === 'uncheck') return { kind: 'check', id, checked: kind === 'check', by };
  if (kind === 'remove') return { kind, id };
  if (kind === 'rename') return { kind: 'edit', id, changes: { name: `Name ${pick % 9}` }, from: { name } };
  return { kind: 'edit', id, changes: { amount: `${pick % 9}`, unit }, from: { amount, unit } };
}

/** The ids of the items that a change removes, whatever the others do. */
export function removedBy(change: MergedChange): readonly string[] {
  if (change.kind === 'remove') return [change.id];
  return change.kind === 'clear' && !change.onlyChecked ? change.ids : [];
}

/** The ids of the items that a change may put on the list again. */
export function restoredBy(change: MergedChange, { log }: Household): readonly string[] {
  if (change.kind === 'restore') return change.items.map(({ id }) => id);
  if (change.kind !== 'undo') return [];
  return eventsOf(log.events.filter(({ meta }) => meta.commandId === change.changeId)).flatMap(idsOf);
}
