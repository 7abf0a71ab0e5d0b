import type { ReactNode } from 'react';
import styles from './screen-reader.module.css';

/** Text for screen readers only. */
export function ScreenReaderText({ children }: { children: ReactNode }) {
  return <span className={styles.hidden}>{children}</span>;
}

/** A live region: announces its text when it changes, without moving the focus. Keep it mounted and change the text. */
export function Announcement({ children }: { children: ReactNode }) {
  return (
    <span role="status" className={styles.hidden}>
      {children}
    </span>
  );
}
