import { useEffect, useState } from 'react';

/** Debounces a value: returns the last one that stayed unchanged for `pauseMs`, and the first one at once. */
export function useSettled<T>(value: T, pauseMs: number): T {
  const [settled, setSettled] = useState(value);
  useEffect(() => {
    const timer = setTimeout(() => setSettled(value), pauseMs);
    return () => clearTimeout(timer);
  }, [value, pauseMs]);
  return settled;
}
