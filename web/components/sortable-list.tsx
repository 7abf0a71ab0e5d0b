import { type ReactNode, useId } from 'react';
import { movedTo } from '../lib/moved-to.ts';
import { classNames } from './class-names.ts';
import { GripIcon } from './grip-icon.tsx';
import { Announcement } from './screen-reader.tsx';
import styles from './sortable-list.module.css';
import { useSortable } from './use-sortable.ts';

export interface SortableListProps {
  label: string;
  /** Unique names, in order. */
  names: readonly string[];
  onChange: (names: readonly string[]) => void;
  /** What a row shows beside its name. */
  renderEnd?: (name: string) => ReactNode;
}

/** Names in an order that is changed by dragging the grip of a row, or by the arrow keys, Home and End on it. */
export function SortableList({ label, names, onChange, renderEnd }: SortableListProps) {
  const hintId = useId();
  const { list, announcement, rowOf } = useSortable<HTMLUListElement>({
    names,
    onMove: (from, to) => onChange(movedTo(names, from, to)),
  });
  return (
    <>
      <p id={hintId} className={styles.hint}>
        Drag to change the order, or use the arrow keys.
      </p>
      <ul ref={list} aria-label={label} className={styles.list}>
        {names
          .map((name, index) => ({ name, ...rowOf(index) }))
          .map(({ name, isLifted, style, grip }) => (
            <li key={name} className={classNames(styles.row, isLifted && styles.lifted)} style={style}>
              <button
                type="button"
                className={styles.grip}
                aria-label={`Move ${name}`}
                aria-describedby={hintId}
                {...grip}
              >
                <GripIcon />
              </button>
              <span dir="auto" className={styles.name}>
                {name}
              </span>
              {renderEnd?.(name)}
            </li>
          ))}
      </ul>
      <Announcement>{announcement}</Announcement>
    </>
  );
}
