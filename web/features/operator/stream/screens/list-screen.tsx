import { Avatar } from '../../../../components/avatar.tsx';
import { Card } from '../../../../components/card.tsx';
import { classNames } from '../../../../components/class-names.ts';
import { CheckIcon } from '../../../../components/icons.tsx';
import { noteOf } from '../../../../lib/grocery-notes.ts';
import { type ShownRow, shownRows } from './list-rows.ts';
import type { ShownItem } from './shapes.ts';

export interface ListScreenProps {
  items: readonly ShownItem[];
  /** The items before the chosen event. */
  before: readonly ShownItem[];
  /** Ids of what the chosen event has changed. */
  changed: ReadonlySet<string>;
}

const noAisle = 'To buy';

/** A grocery list: what is to buy by aisle, then what is checked. */
export function ListScreen({ items, before, changed }: ListScreenProps) {
  const toBuy = items.filter(({ checked }) => !checked);
  const checked = items.filter((item) => item.checked);
  const aisleOf = aislesOf(items);
  const aisles = [...new Set(toBuy.map(aisleOf))];
  const rowsOfItems = (shown: readonly ShownItem[], shownBefore = before) =>
    shownRows(shown, shownBefore, changed).map((row) => <ItemRow key={row.key} row={row} />);
  return (
    <>
      <div className="op-screen-head">
        <h3>Grocery List</h3>
        <span className="op-muted">{shownRows(toBuy, [], changed).length} to buy</span>
      </div>
      {items.length === 0 && <p className="op-muted">Your grocery list is empty</p>}
      {aisles.map((aisle) => {
        const isHere = (item: ShownItem) => aisleOf(item) === aisle;
        return (
          <section key={aisle}>
            <h4>{aisle}</h4>
            <Card as="ul" className="op-items">
              {rowsOfItems(toBuy.filter(isHere), before.filter(isHere))}
            </Card>
          </section>
        );
      })}
      {checked.length > 0 && (
        <section>
          <h4>Checked</h4>
          <Card as="ul" className="op-items">
            {rowsOfItems(checked)}
          </Card>
        </section>
      )}
    </>
  );
}

/** Operators see the names of all people, none as "you". */
const nobody = { uid: '' };

/** A category that was chosen for one line holds for all of its name; the choice itself is in another document. */
function aislesOf(items: readonly ShownItem[]): (item: ShownItem) => string {
  const nameOf = ({ name }: ShownItem) => name.toLowerCase();
  const chosen = new Map(items.flatMap((item) => (item.category ? [[nameOf(item), item.category] as const] : [])));
  return (item) => item.category ?? chosen.get(nameOf(item)) ?? noAisle;
}

function ItemRow({ row }: { row: ShownRow }) {
  const { name, lines, checked, quantity, quantityBefore, isChanged } = row;
  const people = new Map(
    lines.flatMap(({ addedBy, checkedBy }) => {
      const who = (checked ? checkedBy : undefined) ?? addedBy;
      return who ? [[who.uid, who] as const] : [];
    }),
  );
  const note = noteOf(lines, nobody);
  return (
    <li className={classNames('op-item', isChanged && 'op-item-changed', checked && 'op-item-checked')}>
      <span className="op-circle">{checked && <CheckIcon size={12} />}</span>
      <span className="op-item-words" dir="auto">
        <strong>{name}</strong> {quantityBefore && <del>{quantityBefore}</del>} <span>{quantity}</span>
        {note && <small>{note.text}</small>}
      </span>
      {[...people.values()].map((who) => (
        <span key={who.uid} title={who.name} className="op-item-face">
          <Avatar uid={who.uid} name={who.name} size={22} />
        </span>
      ))}
    </li>
  );
}
