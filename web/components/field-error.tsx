import styles from './field-error.module.css';
import { WarningIcon } from './icons.tsx';

/** The line under a field. It is read out when it appears, and again whenever its field gets the focus. */
export function FieldError({ id, children }: { id: string; children: string }) {
  return (
    <p id={id} role="alert" className={styles.error}>
      <WarningIcon size={16} className={styles.icon} />
      {children}
    </p>
  );
}
