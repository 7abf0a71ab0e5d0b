import type { ReactNode } from 'react';
import { useId } from 'react';
import styles from './panel.module.css';

export interface PanelProps {
  title: string;
  /** At the right of the title. */
  count: ReactNode;
  children: ReactNode;
}

/** A card with a heading. On a phone, the heading is above the card. */
export function Panel({ title, count, children }: PanelProps) {
  const id = useId();
  return (
    <section aria-labelledby={id} className={styles.panel}>
      <div className={styles.head}>
        <h2 id={id} className={styles.title}>
          {title}
        </h2>
        <span className={styles.count}>{count}</span>
      </div>
      <div className={styles.body}>{children}</div>
    </section>
  );
}
