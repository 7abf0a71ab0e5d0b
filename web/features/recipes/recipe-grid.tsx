import type { ReactNode } from 'react';
import Masonry from 'react-masonry-css';
import { recipeColumns } from './recipe-columns.ts';
import styles from './recipe-grid.module.css';

/** Cards of different heights in columns. */
export function RecipeGrid({ children }: { children: ReactNode }) {
  return (
    <Masonry
      breakpointCols={recipeColumns}
      className={styles.grid ?? ''}
      columnClassName={styles.column ?? ''}
      data-recipe-grid
    >
      {children}
    </Masonry>
  );
}
