import type { ReactNode } from 'react';
import styles from './screen-reader.module.css';

/** Read out, not seen. */
export function ScreenReaderText({ children }: { children: ReactNode }) {
  return <span className={styles.hidden}>{children}</span>;
}

/** Reads its text out whenever that changes, without taking the focus. Keep it mounted and change the text. */
export function Announcement({ children }: { children: ReactNode }) {
  return (
    <span role="status" className={styles.hidden}>
      {children}
    </span>
  );
}
