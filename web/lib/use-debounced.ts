import { useEffect, useState } from 'react';

/** Debounces a value: returns the last one that stayed unchanged for `pauseMs`, and the first one at once. */
export function useDebounced<T>(value: T, pauseMs: number): T {
  const [debounced, setDebounced] = useState(value);
  useEffect(() => {
    const timer = setTimeout(() => setDebounced(value), pauseMs);
    return () => clearTimeout(timer);
  }, [value, pauseMs]);
  return debounced;
}
