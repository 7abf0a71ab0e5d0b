import { type RefObject, useLayoutEffect, useRef } from 'react';
import { useLocation, useNavigationType } from 'react-router-dom';

/**
 * The plan opens at today: where today's block is not wholly in view, it is scrolled to the top before anything is painted,
 * and once more when the plan has come, as slots that are filled are higher. Not for a user who has scrolled meanwhile or
 * comes back, as the browser restores where they were.
 * @param isLoaded whether the slots show the plan
 */
export function useOpenAtToday(screen: RefObject<HTMLElement | null>, isLoaded: boolean): void {
  const isFirstPage = useLocation().key === 'default';
  const comesBack = useNavigationType() === 'POP' && !isFirstPage;
  const isOpened = useRef(comesBack);
  const scrolledTo = useRef<number>(undefined);

  useLayoutEffect(() => {
    if (isOpened.current) return;
    isOpened.current = isLoaded;
    if (scrolledTo.current !== undefined && scrolledTo.current !== window.scrollY) return;
    const today = screen.current?.querySelector('[aria-current="date"]');
    if (today && !isInView(today)) today.scrollIntoView({ block: 'start', behavior: 'instant' });
    scrolledTo.current = window.scrollY;
  }, [screen, isLoaded]);
}

/** Whether the whole element is between the bars, which the page's scroll padding leaves room for. */
function isInView(element: Element): boolean {
  const { top, bottom } = element.getBoundingClientRect();
  const { scrollPaddingTop, scrollPaddingBottom } = getComputedStyle(document.documentElement);
  return top >= Number.parseFloat(scrollPaddingTop) && bottom <= innerHeight - Number.parseFloat(scrollPaddingBottom);
}
