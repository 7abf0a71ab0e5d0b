import { type MouseEvent, type PointerEvent, useRef } from 'react';

const pressMs = 500;
/** A finger that moves further is scrolling. */
const moveTolerancePx = 10;
/** The browser fires the click of a press within this time after the press ends. */
const clickDelayMs = 100;

/** Props that call `onLongPress` after a press of half a second and suppress its click. Touch and pen only. */
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
        suppressClick();
        onLongPress();
      }, pressMs);
      press.current = { timer, x, y };
    },
    onPointerMove: ({ clientX, clientY }: PointerEvent) => {
      if (press.current && Math.hypot(clientX - press.current.x, clientY - press.current.y) > moveTolerancePx) end();
    },
    onPointerUp: end,
    onPointerCancel: end,
    onContextMenu: (event: MouseEvent) => {
      if (press.current) event.preventDefault();
    },
  };
}

/** Suppresses the click of this press on the window, as another element may be under the finger when the press ends. */
function suppressClick(): void {
  const listening = new AbortController();
  const { signal } = listening;
  const suppress = (event: Event) => {
    event.preventDefault();
    event.stopPropagation();
  };
  const release = () => setTimeout(() => listening.abort(), clickDelayMs);
  window.addEventListener('click', suppress, { capture: true, signal });
  window.addEventListener('pointerup', release, { once: true, signal });
  window.addEventListener('pointercancel', release, { once: true, signal });
}
