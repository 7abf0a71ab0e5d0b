import type { ReactNode } from 'react';
import styles from './chip.module.css';
import { classNames } from './class-names.ts';

/** A short label on an item. */
export function Chip({ tone = 'plain', children }: { tone?: 'plain' | 'coral'; children: ReactNode }) {
  return <span className={classNames(styles.chip, styles[tone])}>{children}</span>;
}
