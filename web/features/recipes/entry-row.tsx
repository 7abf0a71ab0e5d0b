import { type ReactNode, useEffect, useRef } from 'react';
import { Button, IconButton } from '../../components/button.tsx';
import { classNames } from '../../components/class-names.ts';
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
  isOpen: boolean;
  onOpen: () => void;
  onClose: () => void;
}

/** An ingredient or step of the draft, which can be edited in place or removed. */
export function EntryRow({ children, isOpen, ...props }: EntryRowProps) {
  const row = useRef<HTMLLIElement>(null);
  const wasOpen = useRef(isOpen);

  useEffect(() => {
    if (wasOpen.current === isOpen) return;
    wasOpen.current = isOpen;
    const hasLostFocus = document.activeElement === document.body; // The focused element was removed.
    if (isOpen) row.current?.querySelector<HTMLElement>('input, textarea')?.focus();
    else if (hasLostFocus) row.current?.querySelector('button')?.focus();
  }, [isOpen]);

  return (
    <li ref={row} className={styles.row}>
      {isOpen ? (
        <fieldset aria-label={props.fieldsLabel} className={classNames(styles.fields, props.fieldsClassName)}>
          {props.fields}
          <Button onClick={props.onClose}>Done</Button>
        </fieldset>
      ) : (
        <div className={styles.shown}>
          <button type="button" title="Change" className={styles.entry} onClick={props.onOpen}>
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
