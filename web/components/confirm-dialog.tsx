import type { MouseEvent, ReactNode } from 'react';
import { Actions } from './actions.tsx';
import { Button } from './button.tsx';
import styles from './confirm-dialog.module.css';
import { Dialog } from './dialog.tsx';

export interface ConfirmDialogProps {
  title: string;
  /** What will happen. */
  text: string;
  /** A choice that belongs to it. */
  children?: ReactNode;
  /** The label of the button that confirms. */
  action: string;
  /** Whether nothing is lost. */
  isHarmless?: boolean;
  /** Default: Cancel. */
  cancel?: string;
  onConfirm: () => void;
  onClose: () => void;
}

/** The second press of a double click may meet a dialog that the first press has opened. */
const onlyFirst = (act: () => void) => (press: MouseEvent) => {
  if (press.detail <= 1) act();
};

/** Asks before an action that the user cannot undo. The focus does not start on the action. */
export function ConfirmDialog({
  title,
  text,
  children,
  action,
  isHarmless = false,
  cancel = 'Cancel',
  onConfirm,
  onClose,
}: ConfirmDialogProps) {
  const confirm = () => {
    onClose();
    onConfirm();
  };
  return (
    <Dialog title={title} onClose={onClose}>
      <p>{text}</p>
      {children && <div className={styles.choice}>{children}</div>}
      <Actions>
        <Button variant="quiet" onClick={onlyFirst(onClose)}>
          {cancel}
        </Button>
        <Button variant={isHarmless ? 'primary' : 'danger'} onClick={onlyFirst(confirm)}>
          {action}
        </Button>
      </Actions>
    </Dialog>
  );
}
