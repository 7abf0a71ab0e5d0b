import type { ReactNode } from 'react';
import styles from './alert.module.css';
import { classNames } from './class-names.ts';
import { ErrorIcon, InfoIcon, SuccessIcon } from './icons.tsx';
import { Spinner } from './spinner.tsx';

const icons = { error: ErrorIcon, info: InfoIcon, success: SuccessIcon, warning: InfoIcon, busy: Spinner };

export interface AlertProps {
  kind: keyof typeof icons;
  children: ReactNode;
  /** A button at the right that acts on the message. */
  action?: ReactNode;
  className?: string | undefined;
}

/** A tinted inline message with an icon. A screen reader announces an error at once, the other kinds when it is idle. */
export function Alert({ kind, children, action, className }: AlertProps) {
  const Icon = icons[kind];
  return (
    <div role={kind === 'error' ? 'alert' : 'status'} className={classNames(styles.alert, styles[kind], className)}>
      <div className={styles.words}>
        <Icon size={18} className={styles.icon} />
        <div className={styles.text}>{children}</div>
      </div>
      {action}
    </div>
  );
}
