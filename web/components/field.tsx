import { type ReactNode, useId } from 'react';
import styles from './field.module.css';
import { FieldError } from './field-error.tsx';

export interface FieldProps {
  /** The visible label above the field. */
  label: string;
  /** Shown under the field unless there is an error. */
  hint?: string | undefined;
  /** What is wrong and what to do, shown under the field. */
  error?: string | undefined;
}

/** Attributes that connect a control to its label and to its hint or error. */
export interface ControlProps {
  id: string;
  'aria-describedby'?: string;
  'aria-invalid'?: true;
}

/** A form field: label, control, and hint or error. */
export function Field({
  label,
  hint,
  error,
  children,
}: FieldProps & { children: (control: ControlProps) => ReactNode }) {
  const id = useId();
  const describedBy = error ? `${id}-error` : hint && `${id}-hint`;
  return (
    <div className={styles.field}>
      <label htmlFor={id} className={styles.label}>
        {label}
      </label>
      {children({
        id,
        ...(describedBy && { 'aria-describedby': describedBy }),
        ...(error && { 'aria-invalid': true }),
      })}
      {hint && !error && (
        <p id={describedBy} className={styles.hint}>
          {hint}
        </p>
      )}
      {error && <FieldError id={`${id}-error`}>{error}</FieldError>}
    </div>
  );
}
