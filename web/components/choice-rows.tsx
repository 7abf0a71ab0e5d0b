import type { ReactNode } from 'react';
import styles from './choice-rows.module.css';
import { classNames } from './class-names.ts';

export interface ChoiceRowsProps {
  /** The question. */
  legend: string;
  /** Of the form field. */
  name: string;
  options: readonly { readonly value: string; readonly content: ReactNode }[];
  chosen: string;
  onChoose: (value: string) => void;
  /** For their height and the gaps in them. */
  rowClassName: string | undefined;
}

/** Options, one in each row, of which the user chooses one. */
export const ChoiceRows = ({ legend, name, options, chosen, onChoose, rowClassName }: ChoiceRowsProps) => (
  <fieldset className={styles.rows}>
    <legend className={styles.legend}>{legend}</legend>
    {options.map(({ value, content }) => (
      <label key={value} className={classNames(styles.row, rowClassName)}>
        <input
          type="radio"
          name={name}
          className={styles.radio}
          checked={value === chosen}
          onChange={() => onChoose(value)}
        />
        {content}
      </label>
    ))}
  </fieldset>
);
