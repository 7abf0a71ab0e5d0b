import { type RefObject, useEffect } from 'react';
import { whenIdle } from '../../lib/after-first-paint.ts';
import { currentUid } from '../../lib/identity/session.ts';
import { saveLastView } from '../../lib/last-view.ts';

/** After the last change: another one may follow. */
const saveAfterMs = 1_000;
/** Of the window. The phone may be turned until the next page. */
const maxHeights = 2;

/**
 * Keeps what the screen looks like for the first paint of the next page.
 * @param shown changes with what it shows; undefined while it loads
 */
export function useLastView(screen: RefObject<HTMLElement | null>, uid: string, shown: unknown): void {
  useEffect(() => {
    if (shown === undefined) return;
    const save = () => {
      // A sign-out leaves nothing behind.
      if (screen.current && currentUid() === uid && isAtRest(screen.current)) saveLastView(uid, viewOf(screen.current));
    };
    const saveWhenHidden = () => {
      if (document.visibilityState === 'hidden') save();
    };
    const timer = setTimeout(() => whenIdle(save), saveAfterMs);
    document.addEventListener('visibilitychange', saveWhenHidden);
    return () => {
      clearTimeout(timer);
      document.removeEventListener('visibilitychange', saveWhenHidden);
    };
  }, [screen, uid, shown]);
}

/** Not while a menu is open, or the user types: the list then shows only what fits. */
const isAtRest = (screen: HTMLElement): boolean =>
  screen.querySelector('[role=listbox], [role=menu]') === null &&
  [...screen.querySelectorAll<HTMLInputElement>('input[role=combobox]')].every(({ value }) => value === '');

/** The markup of what the window shows first. */
function viewOf(screen: HTMLElement): string {
  const copy = document.createElement('div');
  copy.append(...[...screen.childNodes].map((child) => child.cloneNode(true)));
  // Markup has the state of a checkbox as it was rendered first.
  const boxes = screen.querySelectorAll('input');
  for (const [n, box] of copy.querySelectorAll('input').entries()) box.toggleAttribute('checked', boxes[n]?.checked);
  const rows = screen.querySelectorAll('[data-item-row]');
  for (const [n, row] of copy.querySelectorAll('[data-item-row]').entries()) {
    const { top = 0 } = rows[n]?.getBoundingClientRect() ?? {};
    if (top + scrollY > maxHeights * innerHeight) row.remove();
  }
  for (const dialog of copy.querySelectorAll('dialog')) dialog.remove();
  return copy.innerHTML;
}
