import { type PointerEvent, type RefObject, useRef } from 'react';

/** Closes when it is dragged down by this much. */
const closeAfterPx = 72;

/** Handlers of a handle that drags an element down, and closes it. */
export function useSwipeDown(element: RefObject<HTMLElement | null>, onClose: () => void) {
  const startY = useRef<number>(undefined);
  const move = (px: number) => {
    if (element.current) element.current.style.translate = px > 0 ? `0 ${px}px` : '';
  };
  const draggedPx = ({ clientY }: PointerEvent) => (startY.current === undefined ? 0 : clientY - startY.current);
  return {
    onPointerDown: (event: PointerEvent<HTMLElement>) => {
      startY.current = event.clientY;
      event.currentTarget.setPointerCapture(event.pointerId);
    },
    onPointerMove: (event: PointerEvent) => move(draggedPx(event)),
    onPointerUp: (event: PointerEvent) => {
      const isClosed = draggedPx(event) > closeAfterPx;
      startY.current = undefined;
      move(0);
      if (isClosed) onClose();
    },
    onPointerCancel: () => {
      startY.current = undefined;
      move(0);
    },
  };
}
