import { noteOfLine } from '../../lib/grocery-notes.ts';
import { quantityOf } from '../../lib/quantity-of.ts';
import { ItemNote } from './item-note.tsx';
import styles from './item-row.module.css';
import { ItemTools, type ItemToolsProps } from './item-tools.tsx';

/** One of the lines of a row: the amount, then what it is for. */
export function SumLine({ item, people, onEdit, onRemove }: Omit<ItemToolsProps, 'isLine'>) {
  const quantity = quantityOf(item);
  return (
    <li className={styles.sumLine} data-item-row={item.id}>
      {quantity && <span className={styles.amount}>{quantity}</span>}
      <span className={styles.what}>
        <ItemNote note={noteOfLine(item, people)} people={people} />
      </span>
      <ItemTools item={item} people={people} isLine onEdit={onEdit} onRemove={onRemove} />
    </li>
  );
}
