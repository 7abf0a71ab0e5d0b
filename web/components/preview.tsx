import type { ReactNode } from 'react';
import styles from './preview.module.css';

export interface PreviewProps {
  /** Its width by its height: it has its place before anything is in it, so that nothing below moves later. */
  shape: number;
  children: ReactNode;
}

/** What was given in a form, as others will see it. */
export const Preview = ({ shape, children }: PreviewProps) => (
  <figure aria-label="Preview" className={styles.preview} style={{ aspectRatio: shape }}>
    {children}
  </figure>
);
