import { type RefObject, useEffect, useEffectEvent, useRef } from 'react';

/** The end of a list is near within this distance below the viewport, so that the next page is loaded in time. */
const marginPx = 1_200;

/**
 * Calls `fetchMore` whenever the element with the returned ref comes near the viewport.
 * @param isFetched whether `fetchMore` has its response. If the element is still near, `fetchMore` is called again: a
 * concurrent refetch from the top may have replaced that response, and an element that does not move triggers no event.
 */
export function useNearEnd(fetchMore: () => void, isFetched: boolean): RefObject<HTMLDivElement | null> {
  const end = useRef<HTMLDivElement>(null);
  const onNear = useEffectEvent(fetchMore);

  // biome-ignore lint/correctness/useExhaustiveDependencies: a new observer reports again whether the end is near.
  useEffect(() => {
    const observer = new IntersectionObserver(
      (entries) => {
        // A busy browser delivers several entries at once. The last one is current.
        if (entries.at(-1)?.isIntersecting) onNear();
      },
      { rootMargin: `${marginPx}px` },
    );
    if (end.current) observer.observe(end.current);
    return () => observer.disconnect();
  }, [isFetched]);

  return end;
}
