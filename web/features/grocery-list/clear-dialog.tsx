import type { GroceryItem } from '../../../server/core/contracts/grocery-list.ts';
import { Button } from '../../components/button.tsx';
import { Dialog } from '../../components/dialog.tsx';
import { formatCount } from '../../lib/format-count.ts';
import styles from './clear-dialog.module.css';
import type { ListActions } from './use-list-actions.tsx';

export interface ClearDialogProps {
  items: readonly GroceryItem[];
  isShared: boolean;
  /** How many share the list; undefined if that is not known. */
  members: number | undefined;
  onClear: ListActions['clear'];
  onClose: () => void;
}

/** Asks whether to remove the checked items or all. The focus starts on the choice that removes less. */
export function ClearDialog({ items, isShared, members, onClear, onClose }: ClearDialogProps) {
  const checked = items.filter((item) => item.checked);
  const clear: ListActions['clear'] = (...cleared) => {
    onClose();
    onClear(...cleared);
  };
  const isChoice = checked.length > 0 && checked.length < items.length;
  const forAll = members === undefined ? 'for all members' : `for all ${members} members`;
  return (
    <Dialog title="Clear List" onClose={onClose} focusAfter={() => document.querySelector<HTMLElement>('#main')}>
      <p>
        Clearing removes items {isShared && members !== 1 ? forAll : 'from your list'}. You can put them back from the
        history.
      </p>
      <div className={styles.choices}>
        {isChoice ? (
          <Button block size="large" onClick={() => clear(checked, { onlyChecked: true })}>
            Clear {formatCount(checked.length, 'checked item')}
          </Button>
        ) : (
          <Button block size="large" variant="quiet" onClick={onClose}>
            Cancel
          </Button>
        )}
        <Button block size="large" variant="danger" onClick={() => clear(items)}>
          Clear all {formatCount(items.length, 'item')}
        </Button>
      </div>
    </Dialog>
  );
}
