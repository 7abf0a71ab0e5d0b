import type { ReactNode } from 'react';
import { AddIcon } from '../../components/icons.tsx';
import { LessIcon } from './icons.ts';
import styles from './stepper.module.css';

export interface StepperProps {
  label: ReactNode;
  value: number;
  max: number;
  disabled: boolean;
  onChange: (value: number) => void;
}

/** A number from 1 to `max` with a button on each side. */
export function Stepper({ label, value, max, disabled, onChange }: StepperProps) {
  return (
    <fieldset className={styles.stepper} disabled={disabled}>
      <legend className={styles.legend}>{label}</legend>
      <div className={styles.keys}>
        <button
          type="button"
          className={styles.key}
          aria-label="One less"
          disabled={value <= 1}
          onClick={() => onChange(value - 1)}
        >
          <LessIcon size={16} />
        </button>
        <output className={styles.value}>{value}</output>
        <button
          type="button"
          className={styles.key}
          aria-label="One more"
          disabled={value >= max}
          onClick={() => onChange(value + 1)}
        >
          <AddIcon size={16} />
        </button>
      </div>
    </fieldset>
  );
}
