import styles from './field-error.module.css';
import { WarningIcon } from './icons.tsx';

/** The error under a field. A screen reader announces it when it appears and whenever the field gets the focus. */
export function FieldError({ id, children }: { id: string; children: string }) {
  return (
    <p id={id} role="alert" className={styles.error}>
      <WarningIcon size={16} className={styles.icon} />
      {children}
    </p>
  );
}
