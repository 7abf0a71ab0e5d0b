import type { PlannedMeal } from '../../../server/core/contracts/meal-plan.ts';
import { mealsAt, type Place } from '../../../server/core/contracts/plan-meals.ts';
import { meals } from '../../../server/core/contracts/week.ts';
import { classNames } from '../../components/class-names.ts';
import { changedByOthers, slotKey } from './api.ts';
import { DayHead, type DayHeadProps } from './day-head.tsx';
import styles from './day-plan.module.css';
import { MealSlot } from './meal-slot.tsx';
import type { PlanActions } from './plan-actions.tsx';

export interface DayPlanProps extends DayHeadProps {
  /** The meals of the week. */
  planned: readonly PlannedMeal[];
  week: string;
  actions: PlanActions;
  onAdd: (place: Place) => void;
  onReplace: (meal: PlannedMeal) => void;
}

export function DayPlan({ day, date, today, planned, week, ...callbacks }: DayPlanProps) {
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
          place={{ day, meal }}
          planned={mealsAt(planned, { day, meal })}
          changedAt={changedAt[slotKey(week, { day, meal })]}
          {...callbacks}
        />
      ))}
    </section>
  );
}
