import { useState } from 'react';
import type { GroceryItem } from '../../../server/core/contracts/grocery-list.ts';
import { Button } from '../../components/button.tsx';
import { Dialog } from '../../components/dialog.tsx';
import { FailureAlert } from '../../components/failure.tsx';
import { useSubmission } from '../../components/use-submission.ts';
import { groceryListsKey } from '../../lib/add-to-grocery-list.ts';
import { failureText } from '../../lib/failure-text.ts';
import { formatCount } from '../../lib/format-count.ts';
import { type FurtherList, forgetList } from '../../lib/households/saved-lists.ts';
import { createIdempotencyKeys } from '../../lib/idempotency-keys.ts';
import { pendingChanges } from '../../lib/sync/pending-changes.ts';
import styles from './clear-dialog.module.css';
import { closeList, mainListName } from './owners-lists.ts';

export interface CloseListDialogProps {
  uid: string;
  /** The id of the user or the household whose list it is. */
  owner: string;
  list: FurtherList;
  items: readonly GroceryItem[];
  /** How many members share the list; undefined for a user's own. */
  members: number | undefined;
  onClose: () => void;
}

/** Says what happens to the items of a list that is closed. Those that are still to buy can be moved to the main list. */
export function CloseListDialog({ uid, owner, list, items, members, onClose }: CloseListDialogProps) {
  const [idempotencyKeys] = useState(createIdempotencyKeys);
  const open = items.filter(({ checked }) => !checked);
  /** @param ended the unchecked items that end with the list; all others are moved to the main list */
  const closing = async (ended: readonly GroceryItem[]): Promise<string | undefined> => {
    const content = { ingredientIds: ended.map(({ id }) => id) };
    if (pendingChanges.waitingOf([...groceryListsKey, uid, list.id]).length > 0) {
      return 'Changes of this list are not sent yet. Close it when they are.';
    }
    try {
      await closeList(owner, list.id, content, idempotencyKeys.keyFor(JSON.stringify(content)));
    } catch (error) {
      return failureText(error, 'Closing a list needs a connection. Try again when there is one.');
    }
    forgetList(owner, list.id);
    onClose();
    return undefined;
  };
  const movingOut = useSubmission(() => closing([]));
  const closingAll = useSubmission(() => closing(open));
  const isBusy = movingOut.busy || closingAll.busy;
  const forAll = members !== undefined && members > 1 ? ` for all ${members} members` : '';
  return (
    <Dialog title="Close list" onClose={onClose} focusAfter={() => document.querySelector<HTMLElement>('#main')}>
      <p>
        <b>{list.name}</b> is closed{forAll}, with its items and their history. This cannot be undone.
        {open.length > 0 &&
          ` ${formatCount(open.length, 'item')} on it ${open.length === 1 ? 'is' : 'are'} not checked yet.`}
      </p>
      <FailureAlert failure={movingOut.failure ?? closingAll.failure} />
      <div className={styles.choices}>
        {open.length > 0 ? (
          <Button
            block
            size="large"
            busy={movingOut.busy}
            disabled={closingAll.busy}
            onClick={() => movingOut.submit()}
          >
            Move {formatCount(open.length, 'item')} to {mainListName}, and close
          </Button>
        ) : (
          <Button block size="large" variant="quiet" onClick={onClose}>
            Cancel
          </Button>
        )}
        <Button
          block
          size="large"
          variant="danger"
          busy={closingAll.busy}
          disabled={isBusy && !closingAll.busy}
          onClick={() => closingAll.submit()}
        >
          {open.length > 0 ? 'Close without moving' : 'Close list'}
        </Button>
      </div>
    </Dialog>
  );
}
