/** The items of a list that follow from its history alone. */
import { expect } from 'vitest';
import type { HistoryEntry } from '../../server/core/contracts/grocery-list.ts';

export interface ExplainedItem {
  readonly name: string;
  readonly addedBy: string;
  readonly checkedBy: string | undefined;
  readonly isListed: boolean;
}

type Entry = Pick<HistoryEntry, 'did' | 'items'> & { readonly by: string };

/**
 * Who added, renamed and checked each item that is on the list, by its id. Expects that items are only changed while they
 * are on the list.
 * @param entries oldest first
 */
export function explainedItems(entries: readonly Entry[]): [id: string, item: ExplainedItem][] {
  const known = new Map<string, ExplainedItem>();
  for (const { did, by, items } of entries) {
    for (const { id, name } of items) {
      const item = known.get(id) ?? { name, addedBy: by, checkedBy: undefined, isListed: false };
      expect(item.isListed, `${did} ${id}`).toBe(did !== 'added' && did !== 'restored');
      const isListed = did !== 'removed' && did !== 'cleared';
      const checkedBy = did === 'checked' ? by : did === 'unchecked' ? undefined : item.checkedBy;
      known.set(id, { ...item, name, isListed, checkedBy });
    }
  }
  return [...known].filter(([, { isListed }]) => isListed);
}
