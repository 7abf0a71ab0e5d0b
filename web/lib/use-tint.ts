import { type RefObject, useEffect, useRef } from 'react';

const durationMs = 1_200;

/** Briefly tints an element when another user has changed its content. @param changedAt in ms since the epoch */
export function useTint<E extends HTMLElement>(changedAt: number | undefined): RefObject<E | null> {
  const element = useRef<E>(null);
  useEffect(() => {
    if (changedAt === undefined || Date.now() - changedAt > durationMs) return;
    if (matchMedia('(prefers-reduced-motion: reduce)').matches) return;
    const tint = { backgroundColor: 'var(--teal-tint)' };
    element.current?.animate([tint, { ...tint, offset: 0.6 }, {}], { duration: durationMs, easing: 'ease-out' });
  }, [changedAt]);
  return element;
}
