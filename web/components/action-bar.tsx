import type { HTMLAttributes, ReactNode } from 'react';
import styles from './action-bar.module.css';

export interface ActionBarProps extends Omit<HTMLAttributes<HTMLDivElement>, 'className'> {
  message: ReactNode;
  /** The label of its button. */
  action: string;
  onAction: () => void;
}

/** The dark bar above the foot of the page: what happens, and a button that reverses it. */
export const ActionBar = ({ message, action, onAction, ...rest }: ActionBarProps) => (
  <div {...rest} className={styles.bar}>
    <span className={styles.message}>{message}</span>
    <button type="button" className={styles.action} onClick={onAction}>
      {action}
    </button>
  </div>
);
