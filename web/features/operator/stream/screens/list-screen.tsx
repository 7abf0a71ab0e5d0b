import { Avatar } from '../../../../components/avatar.tsx';
import { Card } from '../../../../components/card.tsx';
import { classNames } from '../../../../components/class-names.ts';
import { CheckIcon } from '../../../../components/icons.tsx';
import type { ShownItem } from './shapes.ts';

export interface ListScreenProps {
  items: readonly ShownItem[];
  /** Ids of what the chosen event has changed. */
  changed: ReadonlySet<string>;
}

const noAisle = 'To buy';

/** A grocery list: what is to buy by aisle, then what is checked. */
export function ListScreen({ items, changed }: ListScreenProps) {
  const toBuy = items.filter(({ checked }) => !checked);
  const checked = items.filter((item) => item.checked);
  const aisles = [...new Set(toBuy.map(({ category }) => category ?? noAisle))];
  return (
    <>
      <div className="op-screen-head">
        <h3>Grocery List</h3>
        <span className="op-muted">{toBuy.length} to buy</span>
      </div>
      {items.length === 0 && <p className="op-muted">Your grocery list is empty</p>}
      {aisles.map((aisle) => (
        <section key={aisle}>
          <h4>{aisle}</h4>
          <Card as="ul" className="op-items">
            {toBuy
              .filter(({ category }) => (category ?? noAisle) === aisle)
              .map((item) => (
                <Item key={item.id} item={item} isChanged={changed.has(item.id)} />
              ))}
          </Card>
        </section>
      ))}
      {checked.length > 0 && (
        <section>
          <h4>Checked</h4>
          <Card as="ul" className="op-items">
            {checked.map((item) => (
              <Item key={item.id} item={item} isChanged={changed.has(item.id)} />
            ))}
          </Card>
        </section>
      )}
    </>
  );
}

function Item({ item, isChanged }: { item: ShownItem; isChanged: boolean }) {
  const { name, amount, unit, checked, addedBy, checkedBy, note, recipeTitle, assignedTo } = item;
  const who = (checked ? checkedBy : undefined) ?? addedBy;
  const more = note || recipeTitle || (assignedTo && `${assignedTo.name} brings it`);
  return (
    <li className={classNames('op-item', isChanged && 'op-item-changed', checked && 'op-item-checked')}>
      <span className="op-circle">{checked && <CheckIcon size={12} />}</span>
      <span className="op-item-words" dir="auto">
        <strong>{name}</strong> <span>{[amount, unit].filter(Boolean).join(' ')}</span>
        {more && <small>{more}</small>}
      </span>
      {who && (
        <span title={who.name}>
          <Avatar uid={who.uid} name={who.name} size={22} />
        </span>
      )}
    </li>
  );
}
