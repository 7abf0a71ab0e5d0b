/** A press with a finger that is this long begins a drag. */
const pressMs = 350;
/** A finger that moves further before is scrolling. */
const touchTolerancePx = 8;
/** A mouse that moves further while its button is down drags. */
const mouseTolerancePx = 6;

/**
 * Calls `onStart` once the press turns out to be a drag: when the mouse has moved, or the finger has rested.
 * @param down of the press
 */
export function onDragStart(down: PointerEvent, onStart: (down: PointerEvent) => void): void {
  const isMouse = down.pointerType === 'mouse';
  const listening = new AbortController();
  const { signal } = listening;
  const start = () => {
    listening.abort();
    clearTimeout(timer);
    onStart(down);
  };
  const end = () => {
    listening.abort();
    clearTimeout(timer);
  };
  const timer = isMouse ? undefined : setTimeout(start, pressMs);
  window.addEventListener(
    'pointermove',
    ({ pointerId, clientX, clientY }) => {
      const distance = Math.hypot(clientX - down.clientX, clientY - down.clientY);
      if (pointerId !== down.pointerId || distance <= (isMouse ? mouseTolerancePx : touchTolerancePx)) return;
      if (isMouse) start();
      else end();
    },
    { signal },
  );
  window.addEventListener('pointerup', end, { signal });
  window.addEventListener('pointercancel', end, { signal });
  // On a touch screen, a long press otherwise opens the menu of the link.
  if (!isMouse) window.addEventListener('contextmenu', (event) => event.preventDefault(), { signal });
}
