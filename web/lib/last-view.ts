/**
 * The view of a screen when it was last seen, as markup, for the first paint of a later page: before its scripts have
 * started. Part of the page's inline script, so it imports only what is small.
 */
import { entryOf } from './release.ts';

const key = 'lastView';

interface LastView {
  readonly uid: string;
  readonly address: string;
  /** The release: another one has other class names. */
  readonly entry: string;
  readonly html: string;
}

/** The view of this page's address, if this user has seen it in this release. @throws if it is damaged or storage is blocked */
export function lastViewOf(uid: string): string | undefined {
  const view: LastView | null = JSON.parse(localStorage.getItem(key) ?? 'null');
  const isOfPage = view?.uid === uid && view.address === addressOfPage() && view.entry === entryOf(document);
  return isOfPage ? view.html : undefined;
}

export function saveLastView(uid: string, html: string): void {
  const view = { uid, address: addressOfPage(), entry: entryOf(document), html };
  try {
    localStorage.setItem(key, JSON.stringify(view));
  } catch {
    // Storage is full or blocked: the next page shows its skeleton first.
  }
}

export function forgetLastView(): void {
  try {
    localStorage.removeItem(key);
  } catch {
    // Storage is blocked.
  }
}

const addressOfPage = (): string => location.pathname + location.search;
