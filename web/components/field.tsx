import { type ReactNode, useId } from 'react';
import styles from './field.module.css';
import { FieldError } from './field-error.tsx';

export interface FieldProps {
  /** Stands above the field and names it. */
  label: string;
  /** Stands under the field as long as nothing is wrong. */
  hint?: string | undefined;
  /** What is wrong and what to do, shown under the field. */
  error?: string | undefined;
}

/** What ties a control to its label, and to what is said under it. */
export interface ControlProps {
  id: string;
  'aria-describedby'?: string;
  'aria-invalid'?: true;
}

/** Something to be filled in: its name, the control, and what is to know or to mend. */
export function Field({
  label,
  hint,
  error,
  children,
}: FieldProps & { children: (control: ControlProps) => ReactNode }) {
  const id = useId();
  const told = error ? `${id}-error` : hint && `${id}-hint`;
  return (
    <div className={styles.field}>
      <label htmlFor={id} className={styles.label}>
        {label}
      </label>
      {children({ id, ...(told && { 'aria-describedby': told }), ...(error && { 'aria-invalid': true }) })}
      {hint && !error && (
        <p id={told} className={styles.hint}>
          {hint}
        </p>
      )}
      {error && <FieldError id={`${id}-error`}>{error}</FieldError>}
    </div>
  );
}
