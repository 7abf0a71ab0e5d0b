import { useEffect, useEffectEvent, useRef } from 'react';

/** After a press, more presses may follow. */
const pauseMs = 700;

/**
 * Returns a function that saves the last of several values, a moment after it was given, or when the component or the page
 * is closed.
 */
export function useSavedLater<Value>(save: (value: Value) => void): (value: Value) => void {
  const waiting = useRef<{ readonly value: Value; readonly timer: ReturnType<typeof setTimeout> }>(undefined);
  const flush = useEffectEvent(() => {
    if (!waiting.current) return;
    const { value, timer } = waiting.current;
    clearTimeout(timer);
    waiting.current = undefined;
    save(value);
  });
  const flushLater = useRef<() => void>(undefined);
  useEffect(() => {
    const flushNow = () => flush();
    flushLater.current = flushNow;
    window.addEventListener('pagehide', flushNow);
    return () => {
      window.removeEventListener('pagehide', flushNow);
      flushNow();
    };
  }, []);
  return (value) => {
    clearTimeout(waiting.current?.timer);
    waiting.current = { value, timer: setTimeout(() => flushLater.current?.(), pauseMs) };
  };
}
