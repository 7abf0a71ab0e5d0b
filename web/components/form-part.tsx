import type { ReactNode } from 'react';
import { classNames } from './class-names.ts';
import styles from './form-part.module.css';

export interface FormPartProps {
  legend: string;
  /** Sets the margins, which browsers give a fieldset of their own. */
  className: string | undefined;
  children: ReactNode;
}

/** Fields of a form that belong together, under a heading of their own. */
export function FormPart({ legend, className, children }: FormPartProps) {
  return (
    <fieldset className={classNames(styles.part, className)}>
      <legend className={styles.legend}>{legend}</legend>
      {children}
    </fieldset>
  );
}
