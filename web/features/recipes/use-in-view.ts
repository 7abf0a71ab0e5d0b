import { type RefObject, useEffect, useState } from 'react';
import { whenIdle } from '../../lib/after-first-paint.ts';

/** An element this close to the viewport is considered in view. */
const marginPx = 200;

/** Whether the element is in view. Becomes true once the browser is idle, and false at once. */
export function useInView(element: RefObject<HTMLElement | null>): boolean {
  const [isInView, setIsInView] = useState(false);
  useEffect(() => {
    let isNear = false;
    const observer = new IntersectionObserver(
      (entries) => {
        // A busy browser delivers several entries at once. The last one is current.
        isNear = entries.at(-1)?.isIntersecting ?? false;
        if (isNear) whenIdle(() => setIsInView(isNear));
        else setIsInView(false);
      },
      { rootMargin: `${marginPx}px` },
    );
    if (element.current) observer.observe(element.current);
    return () => {
      isNear = false;
      observer.disconnect();
    };
  }, [element]);
  return isInView;
}
