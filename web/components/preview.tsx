import type { ReactNode } from 'react';
import styles from './preview.module.css';

export interface PreviewProps {
  /** Width divided by height. Reserves the space, so that nothing below moves when the content loads. */
  shape: number;
  children: ReactNode;
}

/** The media of a form, as others will see them. */
export const Preview = ({ shape, children }: PreviewProps) => (
  <figure aria-label="Preview" className={styles.preview} style={{ aspectRatio: shape }}>
    {children}
  </figure>
);
