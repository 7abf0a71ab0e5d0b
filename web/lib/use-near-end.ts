import { type RefObject, useEffect, useEffectEvent, useRef } from 'react';

/** How far below the screen (px) the end of a list already counts as near, so that reading on finds what follows there. */
const ahead = 1_200;

/** Calls `read` whenever the element that is given the answered ref comes near the screen. */
export function useNearEnd(read: () => void): RefObject<HTMLDivElement | null> {
  const end = useRef<HTMLDivElement>(null);
  const onNear = useEffectEvent(read);

  useEffect(() => {
    const seen = new IntersectionObserver(
      ([entry]) => {
        if (entry?.isIntersecting) onNear();
      },
      { rootMargin: `${ahead}px` },
    );
    if (end.current) seen.observe(end.current);
    return () => seen.disconnect();
  }, []);

  return end;
}
