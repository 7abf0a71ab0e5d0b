import { useState } from 'react';
import type { GroceryItem, NamedUser } from '../../../server/core/contracts/grocery-list.ts';
import { formatCount } from '../../lib/format-count.ts';
import type { Row } from '../../lib/grocery-rows.ts';
import type { SessionUser } from '../../lib/identity/session.ts';
import { quantityOf } from '../../lib/quantity-of.ts';
import { undoOffers } from '../../lib/undo-offers.ts';
import { lists } from './api.ts';
import type { Entry, EntryEdit } from './entry.ts';
import { type ListChange, newItem } from './list-changes.ts';
import type { TargetList } from './move-items-dialog.tsx';

export interface ListActions {
  /** Adds items as one change. */
  add: (entries: readonly Entry[]) => void;
  /** Checks or unchecks the lines of a row. */
  check: (row: Row<GroceryItem>, checked: boolean) => void;
  /** Resolves when the server has saved the edit, or when its form is closed. Until then, the form shows the error. */
  edit: (item: GroceryItem, edit: EntryEdit, closed: AbortSignal, assignee?: NamedUser) => Promise<void>;
  remove: (item: GroceryItem) => void;
  /** Removes these items. `onlyChecked`: those that another device has unchecked meanwhile stay. */
  clear: (items: readonly GroceryItem[], options?: { onlyChecked: boolean }) => void;
  /** Moves items of this list to another one. */
  move: (items: readonly GroceryItem[], from: string, to: TargetList) => void;
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
    add: (entries) => {
      const items = entries.map((entry) => newItem(entry, me, new Date()));
      const changeKey = send({ kind: 'add', items });
      const [only] = entries;
      if (entries.length === 1 && only) announce(`Added ${[only.name, quantityOf(only)].filter(Boolean).join(', ')}`);
      else {
        undoOffers.show({
          changeKey,
          message: (
            <>
              Added <b>{formatCount(items.length, 'item')}</b>
            </>
          ),
          onUndo: () => send({ kind: 'clear', ids: items.map(({ id }) => id) }),
        });
      }
    },
    check: ({ name, lines: [line, ...others] }, checked) => {
      const ids = [line, ...others].map(({ id }) => id);
      if (others.length === 0) send({ kind: 'check', id: line.id, checked, by: me });
      else send({ kind: 'checkAll', ids, checked, by: me });
      announce(`${checked ? 'Checked' : 'Unchecked'} ${name}`);
    },
    edit: async ({ id, name }, edit, closed, assignee) => {
      await lists.saved(send({ kind: 'edit', id, ...edit, ...(assignee && { assignee }) }), closed);
      announce(`Changed ${edit.changes.name ?? name}`);
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
    move: (items, from, to) => {
      const [only] = items;
      const what = items.length === 1 && only ? only.name : formatCount(items.length, 'item');
      const change = { kind: 'move', items, from, to: to.id } as const;
      undoOffers.show({
        changeKey: send(change),
        message: (
          <>
            Moved <b>{what}</b> to {to.name}
          </>
        ),
        onUndo: () => send({ ...change, from: to.id, to: from, isReturn: true }),
      });
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
