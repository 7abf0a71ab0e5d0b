import type { ReactNode } from 'react';
import { StepperKeys, type StepperKeysProps } from '../../components/stepper-keys.tsx';
import styles from './stepper.module.css';

export interface StepperProps extends StepperKeysProps {
  label: ReactNode;
  disabled: boolean;
}

/** A labelled number that is changed by buttons. */
export const Stepper = ({ label, disabled, ...keys }: StepperProps) => (
  <fieldset className={styles.stepper} disabled={disabled}>
    <legend className={styles.legend}>{label}</legend>
    <div className={styles.keys}>
      <StepperKeys {...keys} />
    </div>
  </fieldset>
);
