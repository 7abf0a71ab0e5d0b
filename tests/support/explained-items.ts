/** The items of a list that follow from its history alone. */
import type { HistoryEntry } from '../../server/core/contracts/grocery-list.ts';

export interface ExplainedItem {
  readonly name: string;
  readonly addedBy: string;
  readonly checkedBy: string | undefined;
  readonly isListed: boolean;
}

type Entry = Pick<HistoryEntry, 'did' | 'items'> & { readonly by: string };

/**
 * Who added, renamed and checked each item that is on the list, by its id.
 * @param entries oldest first
 * @throws if an item was changed that was not on the list, or added while it was
 */
export function explainedItems(entries: readonly Entry[]): [id: string, item: ExplainedItem][] {
  const known = new Map<string, ExplainedItem>();
  for (const { did, by, items } of entries) {
    for (const { id, name } of items) {
      const item = known.get(id) ?? { name, addedBy: by, checkedBy: undefined, isListed: false };
      if (item.isListed === (did === 'added' || did === 'restored')) throw new Error(`${name} cannot have been ${did}`);
      const isListed = did !== 'removed' && did !== 'cleared';
      const checkedBy = did === 'checked' ? by : did === 'unchecked' ? undefined : item.checkedBy;
      known.set(id, { ...item, name, isListed, checkedBy });
    }
  }
  return [...known].filter(([, { isListed }]) => isListed);
}
