import { type MouseEvent, type PointerEvent, useRef } from 'react';
import { suppressClick } from '../../lib/suppress-click.ts';

const pressMs = 500;
/** A finger that moves further is scrolling. */
const moveTolerancePx = 10;

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
