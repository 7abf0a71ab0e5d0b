import { type ReactNode, useEffect, useRef } from 'react';
import { Button, IconButton } from '../../components/button.tsx';
import { classNames } from '../../components/class-names.ts';
import { CloseIcon } from '../../components/icons.tsx';
import { PencilIcon } from '../../components/pencil-icon.tsx';
import styles from './entry-row.module.css';

export interface EntryRowProps {
  /** What one reads, and presses to change it. */
  children: ReactNode;
  removeLabel: string;
  onRemove: () => void;
  /** Its fields, while it is changed. */
  fields: ReactNode;
  fieldsLabel: string;
  fieldsClassName: string | undefined;
  open: boolean;
  onOpen: () => void;
  onClose: () => void;
}

/** An ingredient or a step that was added: to be read, changed in its place or taken out. */
export function EntryRow({ children, open, ...row }: EntryRowProps) {
  const place = useRef<HTMLLIElement>(null);
  const wasOpen = useRef(open);

  useEffect(() => {
    if (wasOpen.current === open) return;
    wasOpen.current = open;
    const nowhere = document.activeElement === document.body; // What had the focus is gone.
    if (open) place.current?.querySelector<HTMLElement>('input, textarea')?.focus();
    else if (nowhere) place.current?.querySelector('button')?.focus();
  }, [open]);

  return (
    <li ref={place} className={styles.row}>
      {open ? (
        <fieldset aria-label={row.fieldsLabel} className={classNames(styles.fields, row.fieldsClassName)}>
          {row.fields}
          <Button onClick={row.onClose}>Done</Button>
        </fieldset>
      ) : (
        <div className={styles.shown}>
          <button type="button" title="Change" className={styles.entry} onClick={row.onOpen}>
            {children}
            <PencilIcon className={styles.pencil} />
          </button>
          <IconButton
            label={row.removeLabel}
            icon={<CloseIcon size={16} />}
            className={styles.remove}
            onClick={row.onRemove}
          />
        </div>
      )}
    </li>
  );
}
