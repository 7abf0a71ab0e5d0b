import { type RefObject, useEffect, useRef } from 'react';

const lasts = 1_200;

/** Tints an element for a moment when somebody else changed what it shows. @param changedAt when (ms) */
export function useTint<E extends HTMLElement>(changedAt: number | undefined): RefObject<E | null> {
  const element = useRef<E>(null);
  useEffect(() => {
    if (changedAt === undefined || Date.now() - changedAt > lasts) return;
    if (matchMedia('(prefers-reduced-motion: reduce)').matches) return;
    const tint = { backgroundColor: 'var(--teal-tint)' };
    element.current?.animate([tint, { ...tint, offset: 0.6 }, {}], { duration: lasts, easing: 'ease-out' });
  }, [changedAt]);
  return element;
}
