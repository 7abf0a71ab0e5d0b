import { type RefObject, useLayoutEffect, useRef } from 'react';
import { useLocation, useNavigationType } from 'react-router-dom';

/**
 * Scrolls today to the top if it is not fully in view: before the first paint, and again when the plan has loaded, as
 * filled slots are taller. Does nothing once the user has scrolled, nor after a back navigation, when the browser
 * restores the position.
 * @param isLoaded whether the slots show the plan
 */
export function useScrollToToday(screen: RefObject<HTMLElement | null>, isLoaded: boolean): void {
  const isFirstPage = useLocation().key === 'default';
  const isBackNavigation = useNavigationType() === 'POP' && !isFirstPage;
  const isDone = useRef(isBackNavigation);
  const scrolledTo = useRef<number>(undefined);

  useLayoutEffect(() => {
    if (isDone.current) return;
    isDone.current = isLoaded;
    if (scrolledTo.current !== undefined && scrolledTo.current !== window.scrollY) return;
    const today = screen.current?.querySelector('[aria-current="date"]');
    if (today && !isInView(today)) today.scrollIntoView({ block: 'start', behavior: 'instant' });
    scrolledTo.current = window.scrollY;
  }, [screen, isLoaded]);
}

/** Whether the whole element is visible between the bars, whose height is the page's scroll padding. */
function isInView(element: Element): boolean {
  const { top, bottom } = element.getBoundingClientRect();
  const { scrollPaddingTop, scrollPaddingBottom } = getComputedStyle(document.documentElement);
  return top >= Number.parseFloat(scrollPaddingTop) && bottom <= innerHeight - Number.parseFloat(scrollPaddingBottom);
}
