import { type ReactNode, useEffect, useEffectEvent, useId, useRef } from 'react';
import { IconButton } from './button.tsx';
import { classNames } from './class-names.ts';
import styles from './dialog.module.css';
import { CloseIcon } from './icons.tsx';

export interface DialogProps {
  title: string;
  /** Called on Escape and by the dialog's buttons. A press on the backdrop does not close it, so no input is lost. */
  onClose: () => void;
  /** For a large form: 640 px wide instead of 520. */
  wide?: boolean;
  /** The element to focus on close when the opener is no longer in the document. */
  focusAfter?: () => HTMLElement | null;
  children: ReactNode;
}

/** A native modal dialog. It keeps the focus inside and returns it to the opener. */
export function Dialog({ title, onClose, wide, focusAfter, children }: DialogProps) {
  const dialog = useRef<HTMLDialogElement>(null);
  const titleId = useId();
  const restoreFocus = useEffectEvent((opener: Element | null) => {
    if (opener instanceof HTMLElement && opener.isConnected) opener.focus();
    else focusAfter?.()?.focus();
  });

  useEffect(() => {
    const element = dialog.current;
    const opener = document.activeElement;
    element?.showModal();
    const unlockScroll = lockScroll();
    return () => {
      unlockScroll();
      element?.close();
      restoreFocus(opener);
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

/** Stops the page behind from scrolling, and pads it so that it does not shift when its scroll bar disappears. */
function lockScroll(): () => void {
  const { style, clientWidth } = document.documentElement;
  style.paddingRight = `${window.innerWidth - clientWidth}px`;
  style.overflow = 'hidden';
  return () => {
    style.paddingRight = '';
    style.overflow = '';
  };
}
