import type { GroceryItem } from '../../../server/core/contracts/grocery-list.ts';
import { Avatar } from '../../components/avatar.tsx';
import { IconButton } from '../../components/button.tsx';
import { classNames } from '../../components/class-names.ts';
import { CheckIcon, CloseIcon, PlaylistIcon } from '../../components/icons.tsx';
import { PencilIcon } from '../../components/pencil-icon.tsx';
import type { SessionUser } from '../../lib/identity/session.ts';
import { useTint } from '../../lib/use-tint.ts';
import { quantityOf } from './entry.ts';
import styles from './item-row.module.css';
import { moveFocusAwayFrom } from './move-focus.ts';
import { useLongPress } from './use-long-press.ts';

export interface ItemRowProps {
  item: GroceryItem;
  /** The signed-in user. Their own items show their current photo. */
  user: SessionUser;
  /** When another device changed the item, in ms since the epoch. */
  changedAt: number | undefined;
  onCheck: (item: GroceryItem, checked: boolean) => void;
  onEdit: (item: GroceryItem) => void;
  onRemove: (item: GroceryItem) => void;
}

/** A press on the row checks the item. A long press, or a press on the avatar, edits it. */
export function ItemRow({ item, user, changedAt, onCheck, onEdit, onRemove }: ItemRowProps) {
  const row = useTint<HTMLLIElement>(changedAt);
  const longPress = useLongPress(() => onEdit(item));
  const { name, checked, checkedBy, addedBy, recipeTitle } = item;
  const quantity = quantityOf(item);
  const person = checkedBy ?? addedBy;
  const shownPerson = person.uid === user.uid ? user : person;

  const remove = () => {
    moveFocusAwayFrom(new Set([item.id]));
    onRemove(item);
  };
  return (
    <li ref={row} className={classNames(styles.row, checked && styles.checked)} data-item-row={item.id}>
      <label className={styles.target} {...longPress}>
        <input
          type="checkbox"
          className={styles.checkbox}
          checked={checked}
          onChange={(event) => onCheck(item, event.target.checked)}
        />
        <span className={styles.circle}>
          <CheckIcon size={14} />
        </span>
        <span className={styles.words}>
          <span className={styles.line}>
            <span className={styles.name}>{name}</span>{' '}
            {quantity && <span className={styles.quantity}>{quantity}</span>}
          </span>
          {checkedBy ? (
            <span className={styles.note}>Checked by {checkedBy.name}</span>
          ) : (
            recipeTitle && (
              <span className={styles.note}>
                <PlaylistIcon size={13} /> {recipeTitle}
              </span>
            )
          )}
        </span>
      </label>
      <button
        type="button"
        className={styles.edit}
        aria-label={`Edit ${name}, added by ${addedBy.name}`}
        title={`Edit · ${checkedBy ? 'checked' : 'added'} by ${shownPerson.name}`}
        onClick={() => onEdit(item)}
      >
        <Avatar {...shownPerson} size={24} />
        <PencilIcon className={styles.pencil} />
      </button>
      <IconButton label={`Remove ${name}`} icon={<CloseIcon size={14} />} className={styles.remove} onClick={remove} />
    </li>
  );
}
