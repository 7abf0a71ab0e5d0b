import type { ReactNode } from 'react';
import styles from './actions.module.css';

/** The buttons at the end of a form or a dialog: cancel first, the main action last. */
export const Actions = ({ children }: { children: ReactNode }) => <div className={styles.actions}>{children}</div>;
