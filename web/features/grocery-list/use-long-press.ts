import { type MouseEvent, type PointerEvent, useRef } from 'react';

const after = 500;
/** A finger that moves this far (px) scrolls. */
const slack = 10;
/** The click of a press comes within this time (ms) after its end. */
const clickWithin = 100;

/** Spread on an element: a press of half a second counts, and is no click besides. Touch and pen only. */
export function useLongPress(onLongPress: () => void) {
  const press = useRef<{ timer: ReturnType<typeof setTimeout>; x: number; y: number }>(undefined);

  const end = () => {
    clearTimeout(press.current?.timer);
    press.current = undefined;
  };
  return {
    onPointerDown: ({ pointerType, clientX: x, clientY: y }: PointerEvent) => {
      if (pointerType === 'mouse') return;
      const timer = setTimeout(() => {
        ignoreClick();
        onLongPress();
      }, after);
      press.current = { timer, x, y };
    },
    onPointerMove: ({ clientX, clientY }: PointerEvent) => {
      if (press.current && Math.hypot(clientX - press.current.x, clientY - press.current.y) > slack) end();
    },
    onPointerUp: end,
    onPointerCancel: end,
    onContextMenu: (event: MouseEvent) => {
      if (press.current) event.preventDefault();
    },
  };
}

/** The click that ends this press, wherever it falls: by then something else may be under the finger. */
function ignoreClick(): void {
  const listening = new AbortController();
  const { signal } = listening;
  const swallow = (event: Event) => {
    event.preventDefault();
    event.stopPropagation();
  };
  const release = () => setTimeout(() => listening.abort(), clickWithin);
  window.addEventListener('click', swallow, { capture: true, signal });
  window.addEventListener('pointerup', release, { once: true, signal });
  window.addEventListener('pointercancel', release, { once: true, signal });
}
