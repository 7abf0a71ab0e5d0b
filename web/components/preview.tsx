import type { ReactNode } from 'react';
import { WarningIcon } from './icons.tsx';
import styles from './preview.module.css';

export interface PreviewProps {
  /** Width divided by height. Reserves the space, so that nothing below moves when the content loads. */
  shape: number;
  /** Why there is nothing to show. */
  problem?: string | undefined;
  children: ReactNode;
}

/** The media of a form, as others will see them. */
export const Preview = ({ shape, problem, children }: PreviewProps) => (
  <figure aria-label="Preview" className={styles.preview} style={{ aspectRatio: shape }}>
    {problem === undefined ? (
      children
    ) : (
      <p role="alert" className={styles.problem}>
        <WarningIcon size={28} />
        {problem}
      </p>
    )}
  </figure>
);
