import type { ReactNode } from 'react';
import styles from './chip.module.css';
import { classNames } from './class-names.ts';

/** A short label on an item. */
export function Chip({
  tone = 'plain',
  icon,
  children,
}: {
  tone?: 'plain' | 'coral' | 'teal';
  icon?: ReactNode;
  children: ReactNode;
}) {
  return (
    <span className={classNames(styles.chip, styles[tone])}>
      {icon}
      {children}
    </span>
  );
}
