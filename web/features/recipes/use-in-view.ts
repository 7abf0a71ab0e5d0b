import { type RefObject, useEffect, useState } from 'react';
import { whenIdle } from '../../lib/after-first-paint.ts';

/** How near to the screen (px) counts as in view. */
const near = 200;

/** Whether the element is on the screen; that it came there, is told when the page has a moment. */
export function useInView(element: RefObject<HTMLElement | null>): boolean {
  const [inView, setInView] = useState(false);
  useEffect(() => {
    let isNear = false;
    const seen = new IntersectionObserver(
      (entries) => {
        // Several at once if the browser was busy; the last is how it is now.
        isNear = entries.at(-1)?.isIntersecting ?? false;
        if (isNear) whenIdle(() => setInView(isNear));
        else setInView(false);
      },
      { rootMargin: `${near}px` },
    );
    if (element.current) seen.observe(element.current);
    return () => {
      isNear = false;
      seen.disconnect();
    };
  }, [element]);
  return inView;
}
