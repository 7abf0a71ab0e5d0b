import type { ReactNode } from 'react';
import styles from './empty-state.module.css';

export interface EmptyStateProps {
  title: string;
  /** One sentence: what to do. */
  text?: ReactNode;
  /** One secondary button. */
  action?: ReactNode;
}

export function EmptyState({ title, text, action }: EmptyStateProps) {
  return (
    <div className={styles.empty}>
      <Plate />
      <h2 className={styles.title}>{title}</h2>
      {text && <p className={styles.text}>{text}</p>}
      {action && <div className={styles.action}>{action}</div>}
    </div>
  );
}

/** An empty plate on its napkin, a basil leaf, a fork. */
function Plate() {
  return (
    <svg className={styles.plate} viewBox="0 0 148 140" width="148" height="140" aria-hidden="true">
      <rect x="11" y="13" width="116" height="116" rx="24" className={styles.napkin} transform="rotate(-8 69 71)" />
      <circle cx="73" cy="77" r="52" className={styles.shadow} />
      <circle cx="70" cy="70" r="52" className={styles.rim} />
      <circle cx="70" cy="70" r="36.5" className={styles.well} />
      <path d="M55 78c-1-13 9-22 27-22-1 15-11 24-24 22-2 0-3 0-3 0z" fill="#3f9550" />
      <path d="M55 78c-1-13 9-22 27-22z" fill="#7db872" />
      <path d="M55 78 82 56" fill="none" stroke="#1e6233" strokeWidth="1" strokeLinecap="round" />
      <path
        className={styles.fork}
        d="M125 25c0-1 3-1 3 0l.6 17c0 1 2.2 1 2.2 0L131.500 25c0-1 3-1 3 0l.6 17c0 1 2.2 1 2.200 0L138 25c0-1 3-1 3 0l.8 24c0 4-2.500 7-5.500 8l-1.300 48c-.2 3-3.800 3-4 0l-1.300-48c-3-1-5.500-4-5.500-8z"
      />
    </svg>
  );
}
