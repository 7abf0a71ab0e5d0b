import { scrollNearEdge } from './scroll-near-edge.ts';

export interface DragListeners {
  /** @param scrolled by how much the content has scrolled since the drag began, in px */
  onMove: (at: { readonly x: number; readonly y: number; readonly scrolled: number }) => void;
  /** @param isDropped false if the drag was cancelled */
  onEnd: (isDropped: boolean) => void;
}

/**
 * Follows a pointer that is down until it is released. Near an edge, it scrolls what contains the element. Escape cancels
 * the drag.
 * @returns cancels the drag
 */
export function followDrag(element: Element, pointerId: number, { onMove, onEnd }: DragListeners): () => void {
  const listening = new AbortController();
  const { signal } = listening;
  const scroller = scrollNearEdge(element);

  const follow = (event: PointerEvent) => {
    if (event.pointerId !== pointerId) return;
    const { clientX: x } = event;
    const move = (y: number) => onMove({ x, y, scrolled: scroller.scrolled() });
    move(event.clientY);
    scroller.follow(event.clientY, move);
  };
  const end = (isDropped: boolean) => {
    if (signal.aborted) return;
    listening.abort();
    scroller.stop();
    onEnd(isDropped);
  };
  const release = (event: PointerEvent) => {
    if (event.pointerId === pointerId) end(event.type === 'pointerup');
  };
  window.addEventListener('pointermove', follow, { signal });
  window.addEventListener('pointerup', release, { signal });
  window.addEventListener('pointercancel', release, { signal });
  window.addEventListener(
    'keydown',
    (event) => {
      if (event.key !== 'Escape') return;
      // Not for a dialog around the element.
      event.preventDefault();
      event.stopPropagation();
      end(false);
    },
    { signal, capture: true },
  );
  return () => end(false);
}
