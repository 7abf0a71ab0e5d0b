import { classNames } from './class-names.ts';
import { Field, type FieldProps } from './field.tsx';
import frame from './frame.module.css';
import { DownIcon } from './icons.tsx';
import styles from './select-field.module.css';

export interface SelectFieldProps<T extends string> extends FieldProps {
  value: T;
  options: readonly { value: T; label: string }[];
  onChange: (value: T) => void;
}

/** One of a few options. A native `select`: it needs no code, and a phone shows its usual picker. */
export function SelectField<T extends string>({ value, options, onChange, ...field }: SelectFieldProps<T>) {
  return (
    <Field {...field}>
      {(control) => (
        <div className={styles.frame}>
          <select
            {...control}
            className={classNames(frame.frame, styles.select)}
            value={value}
            onChange={(event) => {
              const chosen = options[event.target.selectedIndex];
              if (chosen) onChange(chosen.value);
            }}
          >
            {options.map((option) => (
              <option key={option.value} value={option.value}>
                {option.label}
              </option>
            ))}
          </select>
          <DownIcon size={14} className={styles.arrow} />
        </div>
      )}
    </Field>
  );
}
