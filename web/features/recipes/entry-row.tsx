import { type ComponentProps, type CSSProperties, type ReactNode, useEffect, useRef } from 'react';
import { Button, IconButton } from '../../components/button.tsx';
import { classNames } from '../../components/class-names.ts';
import { GripIcon } from '../../components/grip-icon.tsx';
import { CloseIcon } from '../../components/icons.tsx';
import { PencilIcon } from '../../components/pencil-icon.tsx';
import styles from './entry-row.module.css';

export interface EntryRowProps {
  /** The entry as text. A press on it opens the fields. */
  children: ReactNode;
  removeLabel: string;
  onRemove: () => void;
  /** Shown while the entry is edited. */
  fields: ReactNode;
  fieldsLabel: string;
  fieldsClassName: string | undefined;
  /** Undefined if there is no other entry. */
  move: EntryMove | undefined;
  isOpen: boolean;
  onOpen: () => void;
  onClose: () => void;
}

/** How an entry is moved among the others. */
export interface EntryMove {
  label: string;
  isLifted: boolean;
  style: CSSProperties;
  grip: ComponentProps<'button'>;
}

/** An ingredient or step of the draft, which can be edited in place, moved or removed. */
export function EntryRow({ children, isOpen, move, ...props }: EntryRowProps) {
  const row = useRef<HTMLLIElement>(null);
  const wasOpen = useRef(isOpen);

  useEffect(() => {
    if (wasOpen.current === isOpen) return;
    wasOpen.current = isOpen;
    const hasLostFocus = document.activeElement === document.body; // The focused element was removed.
    if (isOpen) row.current?.querySelector<HTMLElement>('input, textarea')?.focus();
    else if (hasLostFocus) row.current?.querySelector<HTMLElement>('[data-entry]')?.focus();
  }, [isOpen]);

  return (
    <li ref={row} className={classNames(styles.row, move?.isLifted && styles.lifted)} style={move?.style}>
      {isOpen ? (
        <fieldset aria-label={props.fieldsLabel} className={classNames(styles.fields, props.fieldsClassName)}>
          {props.fields}
          <Button onClick={props.onClose}>Done</Button>
        </fieldset>
      ) : (
        <div className={styles.shown}>
          {move && (
            <button
              type="button"
              className={styles.grip}
              aria-label={move.label}
              title="Drag to move, or use the arrow keys"
              {...move.grip}
            >
              <GripIcon />
            </button>
          )}
          <button type="button" title="Change" className={styles.entry} data-entry onClick={props.onOpen}>
            {children}
            <PencilIcon className={styles.pencil} />
          </button>
          <IconButton
            label={props.removeLabel}
            icon={<CloseIcon size={16} />}
            className={styles.remove}
            onClick={props.onRemove}
          />
        </div>
      )}
    </li>
  );
}
