import { type RefObject, useEffect, useEffectEvent } from 'react';

/** Calls `onPress` when the user presses anything outside a place, while `isActive`. */
export function usePressOutside(place: RefObject<HTMLElement | null>, isActive: boolean, onPress: () => void): void {
  const press = useEffectEvent(({ target }: PointerEvent) => {
    if (target instanceof Node && !place.current?.contains(target)) onPress();
  });
  useEffect(() => {
    if (!isActive) return;
    document.addEventListener('pointerdown', press);
    return () => document.removeEventListener('pointerdown', press);
  }, [isActive]);
}
