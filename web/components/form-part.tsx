import type { ReactNode } from 'react';
import { classNames } from './class-names.ts';
import styles from './form-part.module.css';

export interface FormPartProps {
  legend: string;
  /** Must set the margins, as browsers give a fieldset default ones. */
  className: string | undefined;
  children: ReactNode;
}

/** A group of form fields under a heading. */
export function FormPart({ legend, className, children }: FormPartProps) {
  return (
    <fieldset className={classNames(styles.part, className)}>
      <legend className={styles.legend}>{legend}</legend>
      {children}
    </fieldset>
  );
}
