import {
  withChecked,
  withEntry,
  withItems,
  withoutItem,
  withPlannedItems,
  withUnchecked,
} from '../../../server/core/contracts/grocery-item-changes.ts';
import type { GroceryItem, GroceryList, NamedUser } from '../../../server/core/contracts/grocery-list.ts';
import { newId } from '../../lib/new-id.ts';
import { type Entry, type EntryEdit, isSameEntry } from './entry.ts';

/** A change that the user makes. */
export type ListChange =
  | { kind: 'add'; items: readonly GroceryItem[] }
  | { kind: 'check'; id: string; checked: boolean; by: NamedUser }
  /** Checks or unchecks the lines of one thing that the user saw. */
  | { kind: 'checkAll'; ids: readonly string[]; checked: boolean; by: NamedUser }
  /** `from`: the fields as the user saw them before their edit. `assignee`: the name of who brings it, if that changes. */
  | ({ kind: 'edit'; id: string; assignee?: NamedUser } & EntryEdit)
  | { kind: 'remove'; id: string }
  /** Removes what a planned meal has brought and nobody has checked. `ids`: those that the user saw. */
  | { kind: 'takeBack'; mealId: string; ids: readonly string[] }
  /** The same, with `items` in their place. What a member has changed stays as it is. */
  | { kind: 'buyLess'; mealId: string; ids: readonly string[]; items: readonly GroceryItem[] }
  /** `onlyChecked`: of these items, those that are checked. */
  | { kind: 'clear'; ids: readonly string[]; onlyChecked?: boolean }
  | { kind: 'restore'; items: readonly GroceryItem[] }
  /** From one list to another, by their ids. `isReturn`: to the list whose change it is, which undoes an earlier move. */
  | { kind: 'move'; items: readonly GroceryItem[]; from: string; to: string; isReturn?: boolean }
  /** Undoes a change of any member. The ids are those of the items that are removed or unchecked on the screen at once. */
  | { kind: 'undo'; changeId: string; removes: readonly string[]; unchecks: readonly string[] };

/** The item is at the end of the list until the server assigns its order. */
export const newItem = (entry: Entry, by: NamedUser, now: Date): GroceryItem => ({
  id: newId(),
  ...entry,
  checked: false,
  addedBy: by,
  addedAt: now.toISOString(),
  order: Number.MAX_SAFE_INTEGER,
});

export const applyChange = (list: GroceryList, change: ListChange): GroceryList => ({
  ...list,
  items: [...changeItems(list.items, change)],
});

function changeItems(items: readonly GroceryItem[], change: ListChange): readonly GroceryItem[] {
  switch (change.kind) {
    case 'add':
      return withPlannedItems(items, change.items);
    case 'restore':
      return withItems(items, change.items);
    case 'check':
      return withCheck(items, change.id, change);
    case 'checkAll':
      return change.ids.reduce((checked, id) => withCheck(checked, id, change), items);
    case 'edit':
      return withEdit(items, change);
    case 'remove':
      return withoutItem(items, change.id);
    case 'takeBack':
      return withoutUnchecked(items, change.ids);
    case 'buyLess':
      return withPlannedItems(withoutUnchecked(items, change.ids), change.items);
    case 'move':
      if (change.isReturn) return withItems(items, change.items);
      return change.items.reduce((left, { id }) => withoutItem(left, id), items);
    case 'clear':
      return items.filter(({ id, checked }) => !change.ids.includes(id) || (change.onlyChecked && !checked));
    case 'undo':
      return change.unchecks.reduce(withUnchecked, change.removes.reduce(withoutItem, items));
  }
}

const withoutUnchecked = (items: readonly GroceryItem[], ids: readonly string[]): readonly GroceryItem[] =>
  items.filter(({ id, checked }) => !ids.includes(id) || checked);

const withCheck = (
  items: readonly GroceryItem[],
  id: string,
  { checked, by }: { checked: boolean; by: NamedUser },
): readonly GroceryItem[] => (checked ? withChecked(items, id, by) : withUnchecked(items, id));

function withEdit(items: readonly GroceryItem[], change: Extract<ListChange, { kind: 'edit' }>) {
  const { assignedTo, ...changes } = change.changes;
  return withEntry(items, change.id, {
    ...changes,
    ...(assignedTo !== undefined && { assignedTo: change.assignee ?? null }),
  });
}

/** The ids of the items that a change affects. */
export const itemIdsOf = (change: ListChange): readonly string[] => {
  if (change.kind === 'buyLess') return [...change.ids, ...change.items.map(({ id }) => id)];
  if ('ids' in change) return change.ids;
  if (change.kind === 'undo') return [...change.removes, ...change.unchecks];
  return 'items' in change ? change.items.map(({ id }) => id) : [change.id];
};

/** Whether a change only affects items that could not be added, or continues an edit that was refused. */
export function dependsOn(change: ListChange, refused: ListChange): boolean {
  if (refused.kind === 'edit')
    return change.kind === 'edit' && change.id === refused.id && sharesField(change, refused);
  if ((refused.kind !== 'add' && refused.kind !== 'buyLess') || change.kind === 'add') return false;
  const ids = itemIdsOf(change);
  return ids.length > 0 && ids.every((id) => refused.items.some((item) => item.id === id));
}

type Edit = Extract<ListChange, { kind: 'edit' }>;
const sharesField = ({ changes }: Edit, refused: Edit): boolean =>
  Object.keys(changes).some((field) => field in refused.changes);

export const hasSameContent = (a: GroceryItem, b: GroceryItem): boolean =>
  isSameEntry(a, b) &&
  a.checked === b.checked &&
  a.note === b.note &&
  a.category === b.category &&
  a.assignedTo?.uid === b.assignedTo?.uid;
