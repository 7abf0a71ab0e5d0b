import { useId, useState } from 'react';
import styles from './filters.module.css';

/** How many are shown at first. */
const shortLength = 5;

export interface CheckListProps {
  title: string;
  options: readonly { readonly value: string; readonly label: string; readonly count: number }[];
  isChosen: (value: string) => boolean;
  onToggle: (value: string) => void;
}

/** Values of which several may be chosen, each with how many recipes have it. The first ones, and all that are chosen. */
export function CheckList({ title, options, isChosen, onToggle }: CheckListProps) {
  const [isLong, setIsLong] = useState(false);
  const id = useId();
  const shown = options.filter(({ value }, index) => isLong || index < shortLength || isChosen(value));
  const hiddenCount = options.length - shown.length;
  if (options.length === 0) return null;
  return (
    <section className={styles.part} aria-labelledby={id}>
      <h3 id={id} className={styles.heading}>
        {title}
      </h3>
      <div>
        {shown.map(({ value, label, count }) => (
          <label key={value} className={styles.row}>
            <input type="checkbox" className={styles.box} checked={isChosen(value)} onChange={() => onToggle(value)} />
            <span className={styles.label}>{label}</span> <span className={styles.count}>{count}</span>
          </label>
        ))}
      </div>
      {(hiddenCount > 0 || (isLong && options.length > shortLength)) && (
        <button type="button" className={styles.more} onClick={() => setIsLong(!isLong)}>
          {isLong ? 'Show fewer' : `${hiddenCount} more`}
        </button>
      )}
    </section>
  );
}
