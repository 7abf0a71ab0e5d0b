import { useDeferredValue, useEffect, useState } from 'react';

let isFirstList = true;

/**
 * The maximum number of items to render. At first, the first list of a page renders as many as the screen may show, since
 * rendering all of them is a large part of a phone's start; the others follow in the background once these are painted.
 * Not a later list: after a step back in the history, the browser scrolls to where the user was. For a component that
 * mounts with its items: the others follow its first render.
 * @param minHeightPx of an item
 */
export function useFirstItems(minHeightPx: number): number {
  const [first] = useState(() => (isFirstList ? Math.ceil(innerHeight / minHeightPx) : Number.POSITIVE_INFINITY));
  useEffect(() => {
    isFirstList = false;
  }, []);
  return useDeferredValue(Number.POSITIVE_INFINITY, first);
}
