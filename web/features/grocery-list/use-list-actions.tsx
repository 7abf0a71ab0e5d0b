import { useState } from 'react';
import type { GroceryItem } from '../../../server/core/contracts/grocery-list.ts';
import { formatCount } from '../../lib/format-count.ts';
import type { SessionUser } from '../../lib/identity/session.ts';
import { undoOffers } from '../../lib/undo-offers.ts';
import { lists } from './api.ts';
import { type Entry, type EntryEdit, quantityOf } from './entry.ts';
import { type ListChange, newItem } from './list-changes.ts';

export interface ListActions {
  add: (entry: Entry) => void;
  check: (item: GroceryItem, checked: boolean) => void;
  /** Resolves when the server has saved the edit. The caller shows the error. */
  edit: (item: GroceryItem, edit: EntryEdit) => Promise<void>;
  remove: (item: GroceryItem) => void;
  /** Removes these items. `onlyChecked`: those that another device has unchecked meanwhile stay. */
  clear: (items: readonly GroceryItem[], options?: { onlyChecked: boolean }) => void;
  /** The last action, for screen readers. */
  announcement: string;
}

/** The actions on the shown list. Each appears on the screen at once. Those that remove items offer an undo. */
export function useListActions(user: SessionUser, whose: string): ListActions {
  const [announcement, announce] = useState('');
  const me = { uid: user.uid, name: user.name };

  const send = (change: ListChange): string => lists.change([user.uid, whose], change);
  const sendUndoable = (change: ListChange, message: React.ReactNode, items: readonly GroceryItem[]) =>
    undoOffers.show({ changeKey: send(change), message, onUndo: () => send({ kind: 'restore', items }) });

  return {
    announcement,
    add: (entry) => {
      send({ kind: 'add', items: [newItem(entry, me, new Date())] });
      announce(`Added ${[entry.name, quantityOf(entry)].filter(Boolean).join(', ')}`);
    },
    check: ({ id, name }, checked) => {
      send({ kind: 'check', id, checked, by: me });
      announce(`${checked ? 'Checked' : 'Unchecked'} ${name}`);
    },
    edit: async ({ id, name }, { changes, from }) => {
      await lists.saved(send({ kind: 'edit', id, changes, from }));
      announce(`Changed ${changes.name ?? name}`);
    },
    remove: (item) => {
      sendUndoable(
        { kind: 'remove', id: item.id },
        <>
          Removed <b>{item.name}</b>
        </>,
        [item],
      );
    },
    clear: (items, options) => {
      sendUndoable(
        { kind: 'clear', ids: items.map(({ id }) => id), ...options },
        <>
          Cleared <b>{formatCount(items.length, 'item')}</b>
        </>,
        items,
      );
    },
  };
}
