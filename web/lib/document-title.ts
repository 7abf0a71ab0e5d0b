import { useEffect } from 'react';
import { unreadCount, unreadText } from './unread.ts';

let page: string | undefined;

function show() {
  const count = unreadCount.get();
  const name = page ? `${page} · Potluck` : 'Potluck';
  document.title = count > 0 ? `(${unreadText(count)}) ${name}` : name;
}

unreadCount.subscribe(show);

/** Names the page in the tab, the history and for screen readers: "Grocery List · Potluck", after the unread notifications. */
export function useDocumentTitle(title?: string): void {
  useEffect(() => {
    page = title;
    show();
  }, [title]);
}
