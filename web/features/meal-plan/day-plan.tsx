import type { PlannedMeal } from '../../../server/core/contracts/meal-plan.ts';
import { mealsAt } from '../../../server/core/contracts/plan-meals.ts';
import { meals } from '../../../server/core/contracts/week.ts';
import { classNames } from '../../components/class-names.ts';
import { changedByOthers, slotKey } from './api.ts';
import { DayHead, type DayHeadProps } from './day-head.tsx';
import styles from './day-plan.module.css';
import { MealSlot, type MealSlotProps } from './meal-slot.tsx';

export interface DayPlanProps extends DayHeadProps, Omit<MealSlotProps, 'slot' | 'changedAt'> {
  /** The meals of the week. */
  planned: readonly PlannedMeal[];
  week: string;
}

export function DayPlan({ day, date, today, planned, week, ...slotProps }: DayPlanProps) {
  const changedAt = changedByOthers.use();
  return (
    <section
      className={classNames(styles.day, date < today && styles.past)}
      aria-label={day}
      aria-current={date === today ? 'date' : undefined}
    >
      <DayHead day={day} date={date} today={today} />
      {meals.map((meal) => (
        <MealSlot
          key={meal}
          slot={{ day, meal }}
          planned={mealsAt(planned, { day, meal })}
          changedAt={changedAt[slotKey(week, { day, meal })]}
          {...slotProps}
        />
      ))}
    </section>
  );
}
