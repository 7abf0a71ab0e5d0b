import { type ReactNode, useLayoutEffect, useRef } from 'react';
import { classNames } from './class-names.ts';
import styles from './segments.module.css';

/** Give it to each link or button in the segments. The chosen one has `aria-current` or `aria-pressed`. */
export const segmentClass = styles.segment;

export interface SegmentsProps {
  as?: 'div' | 'nav';
  label: string;
  /** Identifies the chosen one. It is scrolled into view when it changes. */
  chosen: string;
  className?: string | undefined;
  children: ReactNode;
}

/** A few choices side by side, of which one is chosen. What does not fit scrolls sideways. */
export function Segments({ as: Element = 'div', label, chosen, className, children }: SegmentsProps) {
  const segments = useRef<HTMLDivElement>(null);
  useLayoutEffect(() => {
    if (chosen !== '') showChosen(segments.current);
  }, [chosen]);
  return (
    <Element
      ref={segments}
      role={Element === 'div' ? 'group' : undefined}
      aria-label={label}
      className={classNames(styles.segments, className)}
    >
      {children}
    </Element>
  );
}

/** Scrolls only sideways, unlike `scrollIntoView`. */
function showChosen(segments: HTMLElement | null): void {
  const segment = segments?.querySelector<HTMLElement>('[aria-pressed=true], [aria-current=page]');
  if (segments && segment) {
    segments.scrollLeft = segment.offsetLeft - (segments.clientWidth - segment.offsetWidth) / 2;
  }
}
