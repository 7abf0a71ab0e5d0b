import { type KeyboardEvent, useEffect, useId, useRef, useState } from 'react';
import styles from './menu.module.css';
import { usePressOutside } from './use-press-outside.ts';

/**
 * A button with a menu. Opening focuses the first item; arrows, Home and End move the focus; Escape, Tab and a press
 * outside close the menu. Spread `place` on the element around both, `button` and `menu` on these, `item` on each item.
 * The place may set `--menu-width` and `--menu-gap`.
 * @param label names the menu; the button has its own name
 */
export function useMenu(label: string) {
  const [open, setOpen] = useState(false);
  const place = useRef<HTMLDivElement>(null);
  const id = useId();

  useEffect(() => {
    if (open) itemsIn(place.current)[0]?.focus();
  }, [open]);
  usePressOutside(place, open, () => setOpen(false));

  /** Closes and returns the focus to the button. */
  const close = () => {
    setOpen(false);
    place.current?.querySelector('button')?.focus();
  };

  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key === 'Tab') {
      setOpen(false);
      return;
    }
    if (event.key === 'Escape') close();
    else if (!moveFocus(itemsIn(place.current), event.key)) return;
    event.preventDefault();
  };

  return {
    open,
    close,
    place: { ref: place },
    button: {
      'aria-haspopup': 'menu',
      'aria-expanded': open,
      'aria-controls': open ? id : undefined,
      onClick: () => setOpen(!open),
    },
    menu: { id, className: styles.menu, role: 'menu', 'aria-label': label, tabIndex: -1, onKeyDown },
    item: { className: styles.item, role: 'menuitem', tabIndex: -1 },
  } as const;
}

const itemsIn = (place: HTMLElement | null) => [...(place?.querySelectorAll<HTMLElement>('[role^=menuitem]') ?? [])];

/** Moves the focus; returns false for a key that a menu does not handle. */
function moveFocus(items: HTMLElement[], key: string): boolean {
  const current = items.findIndex((item) => item.matches(':focus'));
  const next = { ArrowDown: current + 1, ArrowUp: current - 1 + items.length, Home: 0, End: items.length - 1 }[key];
  if (next === undefined) return false;
  items[next % items.length]?.focus();
  return true;
}
