import type { ReactNode } from 'react';
import styles from './actions.module.css';

/** What one can do with a form or a dialog, at its end: the way out first, last what it is about. */
export const Actions = ({ children }: { children: ReactNode }) => <div className={styles.actions}>{children}</div>;
