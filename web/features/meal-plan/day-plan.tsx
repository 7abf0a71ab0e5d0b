import type { MealPlan, PlannedRecipe } from '../../../server/core/contracts/meal-plan.ts';
import { type Day, type Meal, meals } from '../../../server/core/contracts/week.ts';
import { classNames } from '../../components/class-names.ts';
import { changedByOthers, slotKey } from './api.ts';
import { DayHead, type DayHeadProps } from './day-head.tsx';
import styles from './day-plan.module.css';
import { MealSlot } from './meal-slot.tsx';

export interface DayPlanProps extends DayHeadProps {
  recipes: MealPlan[Day];
  week: string;
  onOpen: (slot: { day: Day; meal: Meal }) => void;
  onRemove: (slot: { day: Day; meal: Meal }, recipe: PlannedRecipe) => void;
}

export function DayPlan({ day, date, today, recipes, week, onOpen, onRemove }: DayPlanProps) {
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
          day={day}
          meal={meal}
          recipe={recipes[meal]}
          changedAt={changedAt[slotKey(week, { day, meal })]}
          onOpen={() => onOpen({ day, meal })}
          onRemove={(recipe) => onRemove({ day, meal }, recipe)}
        />
      ))}
    </section>
  );
}
