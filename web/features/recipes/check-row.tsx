import { useEffect, useRef } from 'react';
import { classNames } from '../../components/class-names.ts';
import styles from './check-row.module.css';

export interface CheckRowProps {
  checked: boolean | 'mixed';
  onChange: () => void;
  label: string;
  /** Shown at the right. Part of the accessible name. */
  note: string;
  disabled?: boolean;
  className?: string | undefined;
}

/** A checkbox that toggles on a press anywhere in its row. */
export function CheckRow({ checked, onChange, label, note, disabled, className }: CheckRowProps) {
  const box = useRef<HTMLInputElement>(null);
  useEffect(() => {
    if (box.current) box.current.indeterminate = checked === 'mixed';
  }, [checked]);
  return (
    <label className={classNames(styles.row, className)}>
      <input
        ref={box}
        type="checkbox"
        className={styles.box}
        checked={checked === true}
        disabled={disabled}
        onChange={onChange}
      />
      <span className={styles.label}>{label}</span> <span className={styles.note}>{note}</span>
    </label>
  );
}
