import { type RefObject, useLayoutEffect, useRef } from 'react';

/**
 * Keeps the focus in a row of buttons when a press removes one of them: on its follower, or else on the last button.
 * Call the returned function with the index of the removed one.
 */
export function useFocusAfterRemoval(row: RefObject<HTMLElement | null>): (index: number) => void {
  const removed = useRef<number>(undefined);
  useLayoutEffect(() => {
    if (removed.current === undefined || document.activeElement !== document.body) return;
    const buttons = row.current?.querySelectorAll('button') ?? [];
    (buttons[removed.current] ?? buttons[buttons.length - 1])?.focus();
    removed.current = undefined;
  });
  return (index) => {
    removed.current = index;
  };
}
