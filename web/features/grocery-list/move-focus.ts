const rows = '[data-item-row]';

/** Null if the item is no longer on the list. */
export const findEditButton = (itemId: string): HTMLElement | null =>
  document.querySelector<HTMLElement>(`[data-item-row="${CSS.escape(itemId)}"] button`);

/**
 * Call before rows move or disappear. If one of them has the focus, moves it to the next row that stays, or else to the
 * previous one, so that keyboard users continue from there.
 * @param leaving the ids of the items whose rows move
 */
export function moveFocusAwayFrom(leaving: ReadonlySet<string>): void {
  const stays = (row: HTMLElement) => !leaving.has(row.dataset.itemRow ?? '');
  const focused = document.activeElement?.closest<HTMLElement>(rows);
  if (!focused || stays(focused)) return;
  const all = [...document.querySelectorAll<HTMLElement>(rows)];
  const index = all.indexOf(focused);
  const next = all.slice(index).find(stays) ?? all.slice(0, index).findLast(stays);
  if (next) next.querySelector('input')?.focus({ preventScroll: true });
  else document.querySelector<HTMLElement>('#main')?.focus({ preventScroll: true });
}
