import type { MealPlan, PlannedRecipe } from '../../../server/core/contracts/meal-plan.ts';
import { type Day, type Meal, meals } from '../../../server/core/contracts/week.ts';
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

export function DayPlan({ day, date, isToday, recipes, week, onOpen, onRemove }: DayPlanProps) {
  const changedAt = changedByOthers.use();
  return (
    <section className={styles.day} aria-label={day} aria-current={isToday ? 'date' : undefined}>
      <DayHead day={day} date={date} isToday={isToday} />
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
