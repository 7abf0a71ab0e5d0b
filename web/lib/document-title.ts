import { useEffect } from 'react';

/** Names the page in the tab, the history and for screen readers: "Grocery List · Potluck". */
export function useDocumentTitle(title?: string): void {
  useEffect(() => {
    document.title = title ? `${title} · Potluck` : 'Potluck';
  }, [title]);
}
