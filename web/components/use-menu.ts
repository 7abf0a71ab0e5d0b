import { type KeyboardEvent, useEffect, useId, useRef, useState } from 'react';
import styles from './menu.module.css';

/**
 * A button with its menu: the first item has the focus when it opens, arrows, Home and End move it, Escape and Tab
 * close, as does a press elsewhere. Spread `place` on the element around both, `button` and `menu` on these, `item` on
 * each item; the place may set `--menu-width` and `--menu-gap`.
 * @param label names the menu; the button has its own name
 */
export function useMenu(label: string) {
  const [open, setOpen] = useState(false);
  const place = useRef<HTMLDivElement>(null);
  const id = useId();

  useEffect(() => {
    if (!open) return;
    itemsIn(place.current)[0]?.focus();
    const closeOutside = (event: PointerEvent) => {
      if (event.target instanceof Node && !place.current?.contains(event.target)) setOpen(false);
    };
    document.addEventListener('pointerdown', closeOutside);
    return () => document.removeEventListener('pointerdown', closeOutside);
  }, [open]);

  /** Closes and gives the focus back to the button. */
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

const itemsIn = (place: HTMLElement | null) => [...(place?.querySelectorAll<HTMLElement>('[role=menuitem]') ?? [])];

/** Moves the focus as the key says; false when the key is none of a menu's. */
function moveFocus(items: HTMLElement[], key: string): boolean {
  const at = items.findIndex((item) => item.matches(':focus'));
  const next = { ArrowDown: at + 1, ArrowUp: at - 1 + items.length, Home: 0, End: items.length - 1 }[key];
  if (next === undefined) return false;
  items[next % items.length]?.focus();
  return true;
}
