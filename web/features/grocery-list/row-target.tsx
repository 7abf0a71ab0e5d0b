import type { GroceryItem } from '../../../server/core/contracts/grocery-list.ts';
import { CheckIcon } from '../../components/icons.tsx';
import { noteOf } from '../../lib/grocery-notes.ts';
import { quantityOfRow, type Row } from '../../lib/grocery-rows.ts';
import { ItemNote } from './item-note.tsx';
import styles from './item-row.module.css';
import type { People } from './people.ts';
import { useLongPress } from './use-long-press.ts';

export interface RowTargetProps {
  row: Row<GroceryItem>;
  people: People;
  isWaiting: boolean;
  onCheck: (checked: boolean) => void;
  onLongPress: () => void;
}

/** The circle and the words of a row, which are one large target. */
export function RowTarget({ row, people, isWaiting, onCheck, onLongPress }: RowTargetProps) {
  const longPress = useLongPress(onLongPress);
  const quantity = quantityOfRow(row.lines);
  return (
    <label className={styles.target} {...longPress}>
      <input
        type="checkbox"
        className={styles.checkbox}
        checked={row.checked}
        onChange={(event) => onCheck(event.target.checked)}
      />
      <span className={styles.circle}>
        <CheckIcon size={14} />
      </span>
      <span className={styles.words}>
        <span className={styles.line}>
          <span className={styles.name}>{row.name}</span>{' '}
          {quantity && <span className={styles.quantity}>{quantity}</span>}
        </span>
        <ItemNote note={noteOf(row.lines, people)} people={people} isWaiting={isWaiting} />
      </span>
    </label>
  );
}
