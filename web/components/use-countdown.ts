import { useEffect, useEffectEvent, useRef, useState } from 'react';

/** Ends after `ms`, counted only while nobody points at the element or has the focus in it; spread the result on it. */
export function useCountdown(ms: number, onEnd: () => void) {
  const [pointed, setPointed] = useState(false);
  const [focused, setFocused] = useState(false);
  const remaining = useRef(ms);
  const end = useEffectEvent(onEnd);
  const paused = pointed || focused;

  useEffect(() => {
    if (paused) return;
    const since = performance.now();
    const timer = setTimeout(end, remaining.current);
    return () => {
      clearTimeout(timer);
      remaining.current -= performance.now() - since;
    };
  }, [paused]);

  return {
    onPointerEnter: () => setPointed(true),
    onPointerLeave: () => setPointed(false),
    onFocus: () => setFocused(true),
    onBlur: () => setFocused(false),
  };
}
