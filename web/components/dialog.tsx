import { type ReactNode, useEffect, useEffectEvent, useId, useRef } from 'react';
import { IconButton } from './button.tsx';
import { classNames } from './class-names.ts';
import styles from './dialog.module.css';
import { CloseIcon } from './icons.tsx';

export interface DialogProps {
  title: string;
  /** Asked for by Escape, or by a button of the dialog itself; a press beside it loses nothing that was typed. */
  onClose: () => void;
  /** For a form that needs the room: 640 instead of 520. */
  wide?: boolean;
  /** Where the focus goes when the place that it came from is no longer there. */
  focusAfter?: () => HTMLElement | null;
  children: ReactNode;
}

/** The browser's own modal dialog: it keeps the focus inside and gives it back to where it came from. */
export function Dialog({ title, onClose, wide, focusAfter, children }: DialogProps) {
  const dialog = useRef<HTMLDialogElement>(null);
  const titleId = useId();
  const giveFocusBack = useEffectEvent((opener: Element | null) => {
    if (opener instanceof HTMLElement && opener.isConnected) opener.focus();
    else focusAfter?.()?.focus();
  });

  useEffect(() => {
    const element = dialog.current;
    const opener = document.activeElement;
    element?.showModal();
    const release = holdPage();
    return () => {
      release();
      element?.close();
      giveFocusBack(opener);
    };
  }, []);

  return (
    <dialog
      ref={dialog}
      className={classNames(styles.dialog, wide && styles.wide)}
      aria-labelledby={titleId}
      onCancel={(event) => {
        event.preventDefault();
        onClose();
      }}
      onClose={() => {
        if (!dialog.current?.open) onClose();
      }}
    >
      <h2 id={titleId} className={styles.title}>
        {title}
      </h2>
      {children}
      <IconButton label="Close" icon={<CloseIcon size={18} />} className={styles.close} onClick={onClose} />
    </dialog>
  );
}

/** The page behind does not scroll, nor move as its scroll bar goes. */
function holdPage(): () => void {
  const { style, clientWidth } = document.documentElement;
  style.paddingRight = `${window.innerWidth - clientWidth}px`;
  style.overflow = 'hidden';
  return () => {
    style.paddingRight = '';
    style.overflow = '';
  };
}
