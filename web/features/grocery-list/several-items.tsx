import type { GroceryItem } from '../../../server/core/contracts/grocery-list.ts';
import { classNames } from '../../components/class-names.ts';
import { ErrorAlert } from '../../components/error-alert.tsx';
import { AddIcon } from '../../components/icons.tsx';
import { formatCount } from '../../lib/format-count.ts';
import { quantityOf } from '../../lib/quantity-of.ts';
import type { Entry } from './entry.ts';
import proposed from './proposed-items.module.css';
import styles from './several-items.module.css';
import { isOnList } from './suggestions.ts';

export interface SeveralItemsProps {
  entries: readonly Entry[];
  /** Why they cannot be added. */
  problem: string | undefined;
  /** The items on the list. */
  items: readonly GroceryItem[];
  categoryOf: (name: string) => string;
  onAdd: () => void;
}

/** The items that the text of the add box adds together. */
export function SeveralItems({ entries, problem, items, categoryOf, onAdd }: SeveralItemsProps) {
  const count = formatCount(entries.length, 'item');
  return (
    <section aria-label="Items to add" className={proposed.panel}>
      {problem === undefined ? (
        <div role="status">
          {/* The focus stays in the box, whose Enter does the same. */}
          <button
            type="button"
            tabIndex={-1}
            className={classNames(proposed.option, styles.add)}
            onPointerDown={(event) => event.preventDefault()}
            onClick={onAdd}
          >
            <AddIcon size={16} /> Add {count}
          </button>
        </div>
      ) : (
        <ErrorAlert>{problem}</ErrorAlert>
      )}
      <ul className={styles.items}>
        {entries.map((entry, index) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: two entries may have the same name, so it is no key; entries have no state.
          <li key={index} className={styles.item}>
            <span className={classNames(proposed.words, styles.words)}>
              <b className={proposed.name}>{entry.name}</b> {quantityOf(entry)}
            </span>
            <span className={proposed.source}>
              {isOnList(items, entry.name) ? 'On the list' : categoryOf(entry.name)}
            </span>
          </li>
        ))}
      </ul>
    </section>
  );
}
