const rows = '[data-item-row]';

/** Where the focus goes after a change of the item, wherever its row is by now; null when it has gone. */
export const editButtonOf = (key: string): HTMLElement | null =>
  document.querySelector<HTMLElement>(`[data-item-row="${CSS.escape(key)}"] button`);

/**
 * Before rows leave their place: if the focus is in one of them, gives it to the next row that stays, or else to the one
 * before, so that the keyboard goes on from there.
 * @param leaving the keys of these rows
 */
export function moveFocusFrom(leaving: ReadonlySet<string>): void {
  const stays = (row: HTMLElement) => !leaving.has(row.dataset.itemRow ?? '');
  const focused = document.activeElement?.closest<HTMLElement>(rows);
  if (!focused || stays(focused)) return;
  const all = [...document.querySelectorAll<HTMLElement>(rows)];
  const at = all.indexOf(focused);
  const next = all.slice(at).find(stays) ?? all.slice(0, at).findLast(stays);
  if (next) next.querySelector('input')?.focus({ preventScroll: true });
  else document.querySelector<HTMLElement>('#main')?.focus({ preventScroll: true });
}
