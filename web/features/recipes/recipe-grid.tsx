import type { ReactNode } from 'react';
import Masonry from 'react-masonry-css';
import styles from './recipe-grid.module.css';

const columns = { default: 4, 1160: 3, 820: 2 };

/** Cards of different heights in columns. */
export function RecipeGrid({ children }: { children: ReactNode }) {
  return (
    <Masonry breakpointCols={columns} className={styles.grid ?? ''} columnClassName={styles.column ?? ''}>
      {children}
    </Masonry>
  );
}
