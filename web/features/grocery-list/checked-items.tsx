import { type ReactNode, useId, useState } from 'react';
import { classNames } from '../../components/class-names.ts';
import { DownIcon } from '../../components/icons.tsx';
import styles from './checked-items.module.css';
import type { ListedItem } from './pending.ts';

/** What is in the basket, below the cards; it can be folded away. */
export function CheckedItems({ items, row }: { items: readonly ListedItem[]; row: (item: ListedItem) => ReactNode }) {
  const [open, setOpen] = useState(true);
  const listId = useId();
  if (items.length === 0) return null;
  return (
    <section aria-label="Checked">
      <h2>
        <button
          type="button"
          className={styles.heading}
          data-printed
          aria-expanded={open}
          aria-controls={listId}
          onClick={() => setOpen(!open)}
        >
          Checked <span className={styles.count}>{items.length}</span>
          <DownIcon size={16} className={classNames(styles.arrow, !open && styles.folded)} />
        </button>
      </h2>
      <ul id={listId} hidden={!open}>
        {items.map(row)}
      </ul>
    </section>
  );
}
