/** Within this distance of the edge of its scrolling part, a drag scrolls, in px. */
const edge = 56;
const stepPerFrame = 8;

/** Scrolls what contains an element while a drag stays near the upper or lower edge. */
export function scrollNearEdge(element: Element) {
  const scrolling = scrollParentOf(element);
  const start = scrolling.scrollTop;
  let frame: number | undefined;
  let pointerY = 0;
  const stop = () => {
    if (frame !== undefined) cancelAnimationFrame(frame);
    frame = undefined;
  };
  return {
    /** By how much it has scrolled since the drag began, in px. */
    scrolled: (): number => scrolling.scrollTop - start,
    stop,
    /** @param onScroll called with the pointer's position after each step */
    follow(clientY: number, onScroll: (clientY: number) => void): void {
      pointerY = clientY;
      if (frame !== undefined) return;
      const step = () => {
        const { top, bottom } = visiblePartOf(scrolling);
        const direction = pointerY < top + edge ? -1 : pointerY > bottom - edge ? 1 : 0;
        const before = scrolling.scrollTop;
        scrolling.scrollTop += direction * stepPerFrame;
        if (scrolling.scrollTop === before) {
          frame = undefined;
          return;
        }
        onScroll(pointerY);
        frame = requestAnimationFrame(step);
      };
      frame = requestAnimationFrame(step);
    },
  };
}

/** Of the page: what is between its bars, whose height is its scroll padding. */
function visiblePartOf(element: Element): { top: number; bottom: number } {
  if (element === document.scrollingElement) {
    const { scrollPaddingTop, scrollPaddingBottom } = getComputedStyle(element);
    const heightOf = (padding: string) => Number.parseFloat(padding) || 0;
    return { top: heightOf(scrollPaddingTop), bottom: window.innerHeight - heightOf(scrollPaddingBottom) };
  }
  const { top, bottom } = element.getBoundingClientRect();
  return { top: Math.max(0, top), bottom: Math.min(window.innerHeight, bottom) };
}

function scrollParentOf(element: Element): Element {
  for (let parent = element.parentElement; parent; parent = parent.parentElement) {
    if (/auto|scroll/.test(getComputedStyle(parent).overflowY) && parent.scrollHeight > parent.clientHeight)
      return parent;
  }
  return document.scrollingElement ?? document.documentElement;
}
