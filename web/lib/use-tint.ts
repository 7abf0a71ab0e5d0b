import { type RefObject, useEffect, useRef } from 'react';

const timing = { duration: 1_200, easing: 'ease-out' };

/** Briefly tints an element when another user has changed its content. @param changedAt in ms since the epoch */
export function useTint<E extends HTMLElement>(changedAt: number | undefined): RefObject<E | null> {
  const element = useRef<E>(null);
  useEffect(() => {
    if (changedAt === undefined || Date.now() - changedAt > timing.duration) return;
    if (matchMedia('(prefers-reduced-motion: reduce)').matches) return;
    const tinted = element.current;
    if (!tinted) return;
    tinted.dataset.tint = '';
    // The opacity of a layer below the content changes without painting the content in each frame.
    const fade = tinted.animate({ opacity: [1, 1, 0], offset: [0, 0.6, 1] }, { ...timing, pseudoElement: '::after' });
    const end = () => {
      fade.cancel();
      delete tinted.dataset.tint;
    };
    fade.onfinish = end;
    return end;
  }, [changedAt]);
  return element;
}
