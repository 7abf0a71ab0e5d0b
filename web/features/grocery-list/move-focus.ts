/** Rows, and the lines in them. The attribute has the ids of their items. */
const rows = '[data-item-row]';
const idsOf = (row: HTMLElement): string[] => (row.dataset.itemRow ?? '').split(' ');

/** The button that edits an item or, if it is a folded line, opens its row. Null if the item is no longer on the list. */
export function findEditButton(itemId: string): HTMLElement | null {
  const buttonIn = (match: '=' | '~=') =>
    document.querySelector<HTMLElement>(`[data-item-row${match}"${CSS.escape(itemId)}"] button`);
  return buttonIn('=') ?? buttonIn('~=');
}

/**
 * Call before rows move or disappear. If one of them has the focus, moves it to the next row that stays, or else to the
 * previous one, so that keyboard users continue from there.
 * @param leaving the ids of the items whose rows move
 */
export function moveFocusAwayFrom(leaving: ReadonlySet<string>): void {
  const stays = (row: HTMLElement) => idsOf(row).some((id) => !leaving.has(id));
  const focused = document.activeElement?.closest<HTMLElement>(rows);
  if (!focused || stays(focused)) return;
  const all = [...document.querySelectorAll<HTMLElement>(rows)];
  const index = all.indexOf(focused);
  const next = all.slice(index).find(stays) ?? all.slice(0, index).findLast(stays);
  if (next) next.querySelector<HTMLElement>('input, button')?.focus({ preventScroll: true });
  else document.querySelector<HTMLElement>('#main')?.focus({ preventScroll: true });
}
