import { memo, useId, useState } from 'react';
import type { GroceryItem } from '../../../server/core/contracts/grocery-list.ts';
import { classNames } from '../../components/class-names.ts';
import type { Row } from '../../lib/grocery-rows.ts';
import { useTint } from '../../lib/use-tint.ts';
import styles from './item-row.module.css';
import { ItemTools, SumTools } from './item-tools.tsx';
import { moveFocusAwayFrom } from './move-focus.ts';
import type { People } from './people.ts';
import { RowTarget } from './row-target.tsx';
import { SumLine } from './sum-line.tsx';
import type { RowActions } from './use-row-actions.ts';

export interface ItemRowProps {
  row: Row<GroceryItem>;
  people: People;
  /** When another device changed one of its lines, in ms since the epoch. */
  changedAt: number | undefined;
  /** Whether a change of it waits for a connection. */
  isWaiting: boolean;
  actions: RowActions;
}

/** Rows are made anew with each change of the list; most of them have the same lines as before. */
const isSameRow = (before: ItemRowProps, after: ItemRowProps): boolean =>
  before.people === after.people &&
  before.changedAt === after.changedAt &&
  before.isWaiting === after.isWaiting &&
  before.actions === after.actions &&
  before.row.key === after.row.key &&
  before.row.lines.length === after.row.lines.length &&
  before.row.lines.every((line, n) => line === after.row.lines[n]);

/**
 * A thing to buy. A press checks it, all lines of it at once. A long press, or a press on the avatar, edits it; if it has
 * several lines, these are shown, and each is edited and removed by itself.
 */
export const ItemRow = memo(function ItemRow({ row, people, changedAt, isWaiting, actions }: ItemRowProps) {
  const element = useTint<HTMLLIElement>(changedAt);
  const [isOpen, setOpen] = useState(false);
  const linesId = useId();
  const { lines, checked } = row;
  const [line] = lines;
  const isSum = lines.length > 1;
  const isShowingLines = isSum && isOpen;

  const remove = (item: GroceryItem) => {
    // Of two lines, the other one becomes the row.
    if (lines.length === 2) element.current?.querySelector('input')?.focus({ preventScroll: true });
    else moveFocusAwayFrom(new Set([item.id]));
    actions.remove(item);
  };
  return (
    <li
      ref={element}
      className={classNames(styles.row, checked && styles.checked)}
      data-item-row={lines.map(({ id }) => id).join(' ')}
    >
      <RowTarget
        row={row}
        people={people}
        isWaiting={isWaiting}
        onCheck={(isChecked) => actions.check(row, isChecked)}
        onLongPress={() => (isSum ? setOpen(!isOpen) : actions.edit(line))}
      />
      {isSum ? (
        <SumTools row={row} people={people} isOpen={isOpen} linesId={linesId} onToggle={() => setOpen(!isOpen)} />
      ) : (
        <ItemTools item={line} people={people} onEdit={actions.edit} onRemove={remove} />
      )}
      {isShowingLines && (
        <ul id={linesId} className={styles.lines} aria-label={`Lines of ${row.name}`}>
          {lines.map((each) => (
            <SumLine key={each.id} item={each} people={people} onEdit={actions.edit} onRemove={remove} />
          ))}
        </ul>
      )}
    </li>
  );
}, isSameRow);
