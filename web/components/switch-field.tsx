import { useId } from 'react';
import { classNames } from './class-names.ts';
import styles from './switch-field.module.css';

export interface SwitchFieldProps {
  label: string;
  /** What it means when it is on. */
  hint?: string;
  on: boolean;
  onChange: (on: boolean) => void;
}

/** A switch. The whole row is the target. */
export function SwitchField({ label, hint, on, onChange }: SwitchFieldProps) {
  const id = useId();
  return (
    <button
      type="button"
      role="switch"
      aria-checked={on}
      aria-labelledby={`${id}-label`}
      aria-describedby={hint && `${id}-hint`}
      className={styles.row}
      onClick={() => onChange(!on)}
    >
      <span className={styles.words}>
        <span id={`${id}-label`} className={styles.label}>
          {label}
        </span>
        {hint && (
          <span id={`${id}-hint`} className={styles.hint}>
            {hint}
          </span>
        )}
      </span>
      <span className={classNames(styles.track, on && styles.on)}>
        <span className={styles.knob} />
      </span>
    </button>
  );
}
