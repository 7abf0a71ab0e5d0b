import { type ReactNode, useId } from 'react';
import type { GroceryItem } from '../../../server/core/contracts/grocery-list.ts';
import { classNames } from '../../components/class-names.ts';
import { DownIcon } from '../../components/icons.tsx';
import type { Row } from '../../lib/grocery-rows.ts';
import { useCollapsed } from '../../lib/use-collapsed.ts';
import styles from './checked-items.module.css';

export interface CheckedItemsProps {
  whose: string;
  rows: readonly Row<GroceryItem>[];
  renderRow: (row: Row<GroceryItem>) => ReactNode;
  onClear: () => void;
}

/** The checked items, in a section that the user can collapse. */
export function CheckedItems({ whose, rows, renderRow, onClear }: CheckedItemsProps) {
  const [isCollapsed, setCollapsed] = useCollapsed(`checked.${whose}`);
  const itemsId = useId();
  if (rows.length === 0) return null;
  return (
    <section aria-label="Checked">
      <div className={styles.head}>
        <h2>
          <button
            type="button"
            className={styles.heading}
            data-printed
            aria-expanded={!isCollapsed}
            aria-controls={itemsId}
            onClick={() => setCollapsed(!isCollapsed)}
          >
            Checked <span className={styles.count}>{rows.length}</span>
            <DownIcon size={16} className={classNames(styles.arrow, isCollapsed && styles.folded)} />
          </button>
        </h2>
        <button type="button" className={styles.clear} aria-label="Clear checked items" onClick={onClear}>
          Clear
        </button>
      </div>
      <ul id={itemsId} hidden={isCollapsed} className={styles.items}>
        {rows.map(renderRow)}
      </ul>
    </section>
  );
}
