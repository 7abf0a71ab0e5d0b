import { useEffect, useEffectEvent, useRef, useState } from 'react';

/** Calls `onEnd` after `ms`. Pauses while the element is hovered or has the focus. Spread the result on the element. */
export function useCountdown(ms: number, onEnd: () => void) {
  const [isHovered, setIsHovered] = useState(false);
  const [isFocused, setIsFocused] = useState(false);
  const remainingMs = useRef(ms);
  const end = useEffectEvent(onEnd);
  const isPaused = isHovered || isFocused;

  useEffect(() => {
    if (isPaused) return;
    const startedAt = performance.now();
    const timer = setTimeout(end, remainingMs.current);
    return () => {
      clearTimeout(timer);
      remainingMs.current -= performance.now() - startedAt;
    };
  }, [isPaused]);

  return {
    onPointerEnter: () => setIsHovered(true),
    onPointerLeave: () => setIsHovered(false),
    onFocus: () => setIsFocused(true),
    onBlur: () => setIsFocused(false),
  };
}
