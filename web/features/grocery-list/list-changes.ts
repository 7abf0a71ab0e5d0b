import {
  checkedOff,
  unchecked,
  withEntry,
  withItems,
  withoutItem,
} from '../../../server/core/contracts/grocery-items.ts';
import type { GroceryItem, GroceryList, NamedUser } from '../../../server/core/contracts/grocery-list.ts';
import { newId } from '../../lib/new-id.ts';
import type { Entry } from './entry.ts';

/** A change of the list by its user. `key` is its idempotency key. */
export type ListChange = { readonly key: string } & (
  | { kind: 'add'; items: readonly GroceryItem[] }
  | { kind: 'check'; id: string; checked: boolean; by: NamedUser }
  | { kind: 'edit'; id: string; entry: Entry }
  | { kind: 'remove'; id: string }
  | { kind: 'clear'; ids: readonly string[] }
  | { kind: 'restore'; items: readonly GroceryItem[] }
);

/** At the end of the list, until the server has given it a place. */
export const newItem = (entry: Entry, by: NamedUser, now: Date): GroceryItem => ({
  id: newId(),
  ...entry,
  checked: false,
  addedBy: by,
  addedAt: now.toISOString(),
  order: Number.MAX_SAFE_INTEGER,
});

export const withChange = (list: GroceryList, change: ListChange): GroceryList => ({
  ...list,
  items: [...changedItems(list.items, change)],
});

function changedItems(items: readonly GroceryItem[], change: ListChange): readonly GroceryItem[] {
  switch (change.kind) {
    case 'add':
    case 'restore':
      return withItems(items, change.items);
    case 'check':
      return change.checked ? checkedOff(items, change.id, change.by) : unchecked(items, change.id);
    case 'edit':
      return withEntry(items, change.id, change.entry);
    case 'remove':
      return withoutItem(items, change.id);
    case 'clear':
      return change.ids.reduce(withoutItem, items);
  }
}

/** Whether the list shows what a change asks for. An item that is gone was neither checked nor edited. */
export function isShown({ items }: GroceryList, change: ListChange): boolean {
  const item = (id: string) => items.find((listed) => listed.id === id);
  switch (change.kind) {
    case 'add':
    case 'restore':
      return change.items.every(({ id }) => item(id));
    case 'check':
      return item(change.id)?.checked === change.checked;
    case 'edit': {
      const { name, amount, unit } = item(change.id) ?? {};
      return name === change.entry.name && amount === change.entry.amount && unit === change.entry.unit;
    }
    case 'remove':
      return !item(change.id);
    case 'clear':
      return !change.ids.some(item);
  }
}

/** What a change is about. Nothing is left of it where the adding of all these items was refused. */
export const itemsOf = (change: ListChange): readonly string[] => {
  if (change.kind === 'clear') return change.ids;
  return 'items' in change ? change.items.map(({ id }) => id) : [change.id];
};

export const sameForReaders = (a: GroceryItem, b: GroceryItem): boolean =>
  a.name === b.name && a.amount === b.amount && a.unit === b.unit && a.checked === b.checked;
