import type { ReactNode } from 'react';
import { classNames } from '../../components/class-names.ts';
import { DayHead, type DayHeadProps } from './day-head.tsx';
import styles from './day-plan.module.css';

export interface DayPlanProps extends DayHeadProps {
  /** Its slots. */
  children: ReactNode;
}

export const DayPlan = ({ day, date, today, children }: DayPlanProps) => (
  <section
    className={classNames(styles.day, date < today && styles.past)}
    aria-label={day}
    aria-current={date === today ? 'date' : undefined}
  >
    <DayHead day={day} date={date} today={today} />
    {children}
  </section>
);
