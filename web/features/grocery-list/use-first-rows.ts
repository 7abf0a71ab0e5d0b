import { useDeferredValue, useEffect, useState } from 'react';

/** Of a row, in px. */
const minHeight = 58;

let isFirstList = true;

/**
 * The maximum number of rows to render. At first, the first list of a page renders as many as the screen may show, since a
 * hundred are a quarter of a phone's start; the others follow in the background once these are painted. Not a later list:
 * after a step back in the history, the browser scrolls to where the user was.
 */
export function useFirstRows(): number {
  const [first] = useState(() => (isFirstList ? Math.ceil(innerHeight / minHeight) : Number.POSITIVE_INFINITY));
  useEffect(() => {
    isFirstList = false;
  }, []);
  return useDeferredValue(Number.POSITIVE_INFINITY, first);
}
