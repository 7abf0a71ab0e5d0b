import { AddIcon } from './icons.tsx';
import { LessIcon } from './less-icon.tsx';
import styles from './stepper-keys.module.css';

export interface StepperKeysProps {
  value: number;
  /** Shown in place of the number. */
  text?: string;
  max: number;
  onChange: (value: number) => void;
}

/** A number from 1 to `max` with a button on each side. What it counts is the name of the group around it. */
export const StepperKeys = ({ value, text, max, onChange }: StepperKeysProps) => (
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
    <output className={styles.value}>{text ?? value}</output>
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
);
