import { type ReactNode, useId, useState } from 'react';
import type { Day } from '../../../server/core/contracts/week.ts';
import { classNames } from '../../components/class-names.ts';
import { DownIcon } from '../../components/icons.tsx';
import { formatCount } from '../../lib/format-count.ts';
import styles from './past-days.module.css';
import { formatDays } from './weeks.ts';

export interface PastDaysProps {
  /** The days of this week before today, in order. */
  names: readonly Day[];
  /** How many meals they have. Undefined while the plan loads. */
  mealCount: number | undefined;
  children: ReactNode;
}

/** The days of this week that are over. On a phone they are folded, so that the plan begins with today. */
export function PastDays({ names, mealCount, children }: PastDaysProps) {
  const [isOpen, setOpen] = useState(false);
  const id = useId();
  if (names.length === 0) return null;
  return (
    <>
      <button
        type="button"
        className={styles.fold}
        aria-expanded={isOpen}
        aria-controls={id}
        onClick={() => setOpen(!isOpen)}
      >
        <span>{[formatDays(names), mealCount !== undefined && countText(mealCount)].filter(Boolean).join(', ')}</span>
        <DownIcon size={16} className={styles.arrow} />
      </button>
      <div id={id} className={classNames(!isOpen && styles.folded)}>
        {children}
      </div>
    </>
  );
}

const countText = (count: number): string => (count === 0 ? 'no meals' : formatCount(count, 'meal'));
