import { type CSSProperties, useId } from 'react';
import styles from './filters.module.css';
import { upTo } from './texts.ts';

/** The last step of the slider is any time. */
const steps = [10, 15, 20, 30, 45, 60, 90, 120, 180];

export interface TimeFilterProps {
  maxMinutes: number | undefined;
  onChange: (maxMinutes: number | undefined) => void;
}

export function TimeFilter({ maxMinutes, onChange }: TimeFilterProps) {
  const id = useId();
  const step = maxMinutes === undefined ? -1 : steps.findIndex((minutes) => minutes >= maxMinutes);
  const value = step < 0 ? steps.length : step;
  const filled: CSSProperties & { '--filled': string } = { '--filled': `${(100 * value) / steps.length}%` };
  const text = maxMinutes === undefined ? 'any' : upTo(maxMinutes);
  return (
    <section className={styles.part}>
      <div className={styles.line}>
        <h3 id={id} className={styles.heading}>
          Time
        </h3>
        <span className={styles.value}>{text}</span>
      </div>
      <input
        type="range"
        aria-labelledby={id}
        aria-valuetext={text}
        className={styles.slider}
        style={filled}
        min={0}
        max={steps.length}
        value={value}
        onChange={(event) => onChange(steps[event.target.valueAsNumber])}
      />
    </section>
  );
}
