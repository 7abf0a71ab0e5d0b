import { type RefObject, useEffect, useEffectEvent, useRef } from 'react';

/** How far below the screen (px) the end of a list already counts as near, so that reading on finds what follows there. */
const ahead = 1_200;

/**
 * Calls `read` whenever the element that is given the answered ref comes near the screen.
 * @param answered whether `read` had its answer. If the element is near all the same, it is read again: what was read from the
 * top at the same time may have taken the place of that answer, and an element that stays where it is does not come near.
 */
export function useNearEnd(read: () => void, answered: boolean): RefObject<HTMLDivElement | null> {
  const end = useRef<HTMLDivElement>(null);
  const onNear = useEffectEvent(read);

  // biome-ignore lint/correctness/useExhaustiveDependencies: a new observer tells anew whether the end is near.
  useEffect(() => {
    const seen = new IntersectionObserver(
      (entries) => {
        // Several at once if the browser was busy; the last is how it is now.
        if (entries.at(-1)?.isIntersecting) onNear();
      },
      { rootMargin: `${ahead}px` },
    );
    if (end.current) seen.observe(end.current);
    return () => seen.disconnect();
  }, [answered]);

  return end;
}
