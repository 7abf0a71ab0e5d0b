import type { ReactNode } from 'react';
import styles from './preview.module.css';

/** What was given in a form, as others will see it. */
export const Preview = ({ children }: { children: ReactNode }) => (
  <figure aria-label="Preview" className={styles.preview}>
    {children}
  </figure>
);
