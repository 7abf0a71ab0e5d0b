import type { Day } from '../../../server/core/contracts/week.ts';
import { classNames } from '../../components/class-names.ts';
import styles from './day-plan.module.css';
import { formatDate } from './weeks.ts';

export interface DayHeadProps {
  day: Day;
  date: string;
  /** The current date. */
  today: string;
}

export function DayHead({ day, date, today }: DayHeadProps) {
  const isToday = date === today;
  return (
    <div className={classNames(styles.head, isToday && styles.today)}>
      <h2 className={styles.name}>{day}</h2>
      <p className={styles.date}>{isToday ? 'Today' : formatDate(date)}</p>
    </div>
  );
}
