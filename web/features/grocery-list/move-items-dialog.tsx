import { useState } from 'react';
import type { GroceryItem } from '../../../server/core/contracts/grocery-list.ts';
import { Actions } from '../../components/actions.tsx';
import { Button } from '../../components/button.tsx';
import { classNames } from '../../components/class-names.ts';
import covering from '../../components/covering-control.module.css';
import { Dialog } from '../../components/dialog.tsx';
import { CheckIcon } from '../../components/icons.tsx';
import { formatCount } from '../../lib/format-count.ts';
import { quantityOf } from '../../lib/quantity-of.ts';
import styles from './move-items-dialog.module.css';

export interface TargetList {
  readonly id: string;
  readonly name: string;
}

export interface MoveItemsDialogProps {
  items: readonly GroceryItem[];
  targets: readonly TargetList[];
  onMove: (items: readonly GroceryItem[], to: TargetList) => void;
  onClose: () => void;
}

/** Chooses another list and, of several items, those to move there. At first, what is not checked is chosen. */
export function MoveItemsDialog({ items, targets, onMove, onClose }: MoveItemsDialogProps) {
  const [to, setTo] = useState(targets[0]);
  const [chosen, setChosen] = useState<ReadonlySet<string>>(
    () => new Set(items.filter(({ checked }) => !checked || items.length === 1).map(({ id }) => id)),
  );
  const [only] = items;
  const moved = items.filter(({ id }) => chosen.has(id));
  const toggle = (id: string, isChosen: boolean) => {
    const changed = new Set(chosen);
    if (isChosen) changed.add(id);
    else changed.delete(id);
    setChosen(changed);
  };
  const isAll = moved.length === items.length;
  return (
    <Dialog
      title={items.length === 1 && only ? `Move ${only.name}` : 'Move items'}
      onClose={onClose}
      focusAfter={() => document.querySelector<HTMLElement>('#main')}
    >
      <fieldset className={styles.part}>
        <legend className={styles.legend}>To</legend>
        <div className={styles.targets}>
          {targets.map((target) => (
            <label key={target.id} className={styles.target}>
              <input
                type="radio"
                name="to"
                className={covering.control}
                checked={target.id === to?.id}
                onChange={() => setTo(target)}
              />
              <span dir="auto">{target.name}</span>
            </label>
          ))}
        </div>
      </fieldset>
      {items.length > 1 && (
        <fieldset className={styles.part}>
          <legend className={styles.legend}>Items</legend>
          <button
            type="button"
            className={styles.all}
            onClick={() => setChosen(new Set(isAll ? [] : items.map(({ id }) => id)))}
          >
            {isAll ? 'Choose none' : 'Choose all'}
          </button>
          <div className={styles.items}>
            {items.map((item) => (
              <label key={item.id} className={styles.item}>
                <input
                  type="checkbox"
                  className={classNames(covering.control, styles.check)}
                  checked={chosen.has(item.id)}
                  onChange={(event) => toggle(item.id, event.target.checked)}
                />
                <span className={styles.box}>
                  <CheckIcon size={14} />
                </span>
                <span className={styles.words}>
                  <span className={styles.name}>{item.name}</span> {quantityOf(item)}
                  {item.checked && <span className={styles.checked}> Checked</span>}
                </span>
              </label>
            ))}
          </div>
        </fieldset>
      )}
      <Actions>
        <Button variant="quiet" onClick={onClose}>
          Cancel
        </Button>
        <Button
          variant="primary"
          disabled={moved.length === 0 || !to}
          onClick={() => {
            onClose();
            if (to) onMove(moved, to);
          }}
        >
          {items.length > 1 ? `Move ${formatCount(moved.length, 'item')}` : 'Move'}
        </Button>
      </Actions>
    </Dialog>
  );
}
