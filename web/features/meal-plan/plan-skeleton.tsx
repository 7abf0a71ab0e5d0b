import { days, daysAfter, meals } from '../../../server/core/contracts/week.ts';
import { Announcement } from '../../components/screen-reader.tsx';
import { Skeleton } from '../../components/skeleton.tsx';
import { DayHead } from './day-head.tsx';
import dayStyles from './day-plan.module.css';
import { MealNames } from './meal-names.tsx';
import styles from './plan-skeleton.module.css';
import weekStyles from './week-plan.module.css';

/** Shows the days, which are known before the plan has loaded, with placeholders for the slots. */
export function PlanSkeleton({ week, today }: { week: string; today: string }) {
  return (
    <div className={weekStyles.week} aria-busy="true">
      <Announcement>Loading your meal plan...</Announcement>
      <MealNames />
      {days.map((day, index) => {
        const date = daysAfter(week, index);
        return (
          <div key={day} className={dayStyles.day} aria-current={date === today ? 'date' : undefined}>
            <DayHead day={day} date={date} isToday={date === today} />
            {meals.map((meal) => (
              <Skeleton key={meal} height="auto" radius="var(--radius-slot)" className={styles.slot} />
            ))}
          </div>
        );
      })}
    </div>
  );
}
