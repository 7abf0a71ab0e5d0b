import type { ReactNode } from 'react';
import { classNames } from './class-names.ts';
import styles from './skeleton.module.css';

export interface SkeletonProps {
  /** CSS lengths. Default: as wide as the container and one line high. */
  width?: string | number;
  height?: string | number;
  radius?: string | number;
  className?: string | undefined;
}

/** A grey placeholder in the final shape of the content. */
export function Skeleton({ width = '100%', height = 20, radius = 8, className }: SkeletonProps) {
  return <div className={classNames(styles.skeleton, className)} style={{ width, height, borderRadius: radius }} />;
}

/** The loading text as a muted line, with placeholders below it. */
export function Loading({ text, children }: { text?: string; children?: ReactNode }) {
  return (
    <div aria-busy="true">
      {text && (
        <p role="status" className={styles.text}>
          {text}
        </p>
      )}
      <div aria-hidden="true">{children}</div>
    </div>
  );
}
