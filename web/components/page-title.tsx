import type { ReactNode } from 'react';
import { useDocumentTitle } from '../lib/document-title.ts';
import { classNames } from './class-names.ts';
import styles from './page-title.module.css';

export interface PageTitleProps {
  title: string;
  size?: 'medium' | 'large';
  /** In place of the h1 with the title; it must contain one, of `titleClass`. */
  heading?: ReactNode;
  /** At the right of the title: the view's main button, or a pill. */
  children?: ReactNode;
}

export const titleClass = styles.title;

/** The view's h1. Also sets the document title. */
export function PageTitle({ title, size = 'medium', heading, children }: PageTitleProps) {
  useDocumentTitle(title);
  return (
    <div className={styles.row}>
      {heading ?? <h1 className={classNames(styles.title, size === 'large' && styles.large)}>{title}</h1>}
      {children}
    </div>
  );
}
