import { type PointerEvent, type ReactNode, useEffect, useEffectEvent, useId, useRef } from 'react';
import { IconButton } from './button.tsx';
import { classNames } from './class-names.ts';
import styles from './dialog.module.css';
import { CloseIcon } from './icons.tsx';
import { useSwipeDown } from './use-swipe-down.ts';

export interface DialogProps {
  title: string;
  /** Called on Escape and by the dialog's buttons. A press on the backdrop does not close it, so no input is lost. */
  onClose: () => void;
  /** Called instead of `onClose` on Escape and on the gesture of phones to go back. */
  onEscape?: () => void;
  /** Nothing closes it: for work that the user has to stop first. */
  isBusy?: boolean;
  /** For a large form: 640 px wide instead of 520. */
  wide?: boolean;
  /** On phones, comes from below, and a swipe down or a press beside it closes it: for content without input. */
  sheet?: boolean;
  /** The element to focus on close when the opener is no longer in the document. */
  focusAfter?: () => HTMLElement | null;
  children: ReactNode;
}

/** A native modal dialog. It keeps the focus inside and returns it to the opener. */
export function Dialog({
  title,
  onClose,
  onEscape = onClose,
  isBusy = false,
  wide,
  sheet,
  focusAfter,
  children,
}: DialogProps) {
  const dialog = useRef<HTMLDialogElement>(null);
  const titleId = useId();
  const swipe = useSwipeDown(dialog, onClose);
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
      className={classNames(styles.dialog, wide && styles.wide, sheet && styles.sheet)}
      aria-labelledby={titleId}
      closedby={isBusy ? 'none' : undefined}
      onCancel={(event) => {
        event.preventDefault();
        if (!isBusy) onEscape();
      }}
      onClose={() => {
        if (!dialog.current?.open) onClose();
      }}
      onPointerDown={(event) => {
        if (sheet && event.target === dialog.current && isBeside(event, dialog.current)) onClose();
      }}
    >
      {sheet && <div className={styles.handle} {...swipe} />}
      <h2 id={titleId} className={styles.title}>
        {title}
      </h2>
      {children}
      <IconButton
        label="Close"
        icon={<CloseIcon size={18} />}
        className={styles.close}
        disabled={isBusy}
        onClick={onClose}
      />
    </dialog>
  );
}

function isBeside({ clientX, clientY }: PointerEvent, element: HTMLElement): boolean {
  const { left, right, top, bottom } = element.getBoundingClientRect();
  return clientX < left || clientX > right || clientY < top || clientY > bottom;
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
