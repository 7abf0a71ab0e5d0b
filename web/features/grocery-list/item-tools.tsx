import type { GroceryItem } from '../../../server/core/contracts/grocery-list.ts';
import { Avatar } from '../../components/avatar.tsx';
import { IconButton } from '../../components/button.tsx';
import { classNames } from '../../components/class-names.ts';
import { type Face, Faces } from '../../components/faces.tsx';
import { CloseIcon, DownIcon } from '../../components/icons.tsx';
import { PencilIcon } from '../../components/pencil-icon.tsx';
import type { Row } from '../../lib/grocery-rows.ts';
import { listNames } from '../../lib/list-names.ts';
import { quantityOf } from '../../lib/quantity-of.ts';
import styles from './item-tools.module.css';
import type { People } from './people.ts';

export interface ItemToolsProps {
  item: GroceryItem;
  people: People;
  /** Whether it is one of several lines of its row, which the quantity tells apart. */
  isLine?: boolean;
  onEdit: (item: GroceryItem) => void;
  onRemove: (item: GroceryItem) => void;
}

/** Who added an item (or checked it), to edit it by, and the button that removes it. */
export function ItemTools({ item, people, isLine = false, onEdit, onRemove }: ItemToolsProps) {
  const { name, checkedBy, addedBy } = item;
  const person = people.faceOf(checkedBy ?? addedBy);
  const subject = isLine ? [name, quantityOf(item)].filter(Boolean).join(', ') : name;
  return (
    <>
      <button
        type="button"
        className={styles.edit}
        aria-label={`Edit ${subject}, added by ${addedBy.name}`}
        title={`Edit · ${checkedBy ? 'checked' : 'added'} by ${person.name}`}
        onClick={() => onEdit(item)}
      >
        <Avatar uid={person.uid} name={person.name} photoURL={person.avatar} size={24} />
        <PencilIcon className={styles.pencil} />
      </button>
      <IconButton
        label={`Remove ${subject}`}
        icon={<CloseIcon size={14} />}
        className={styles.remove}
        onClick={() => onRemove(item)}
      />
    </>
  );
}

const maxFaces = 3;

export interface SumToolsProps {
  row: Row<GroceryItem>;
  people: People;
  isOpen: boolean;
  /** The id of the element with the lines. */
  linesId: string;
  onToggle: () => void;
}

/** The faces of the lines of a row, and a button, as large as both, that shows or hides the lines. */
export function SumTools({ row, people, isOpen, linesId, onToggle }: SumToolsProps) {
  const byUid = new Map<string, Face>();
  for (const { checkedBy, addedBy } of row.lines) {
    const face = people.faceOf(checkedBy ?? addedBy);
    byUid.set(face.uid, face);
  }
  const faces = [...byUid.values()];
  const names = listNames(faces.map(({ name }) => name));
  return (
    <span className={styles.sum}>
      <Faces people={faces} size={24} max={maxFaces} />
      <button
        type="button"
        className={styles.toggle}
        aria-label={`${row.lines.length} lines of ${row.name}, ${row.checked ? 'checked' : 'added'} by ${names}`}
        aria-expanded={isOpen}
        aria-controls={isOpen ? linesId : undefined}
        onClick={onToggle}
      >
        <DownIcon size={16} className={classNames(styles.arrow, isOpen && styles.up)} />
      </button>
    </span>
  );
}
