import { days, meals } from '../../../server/core/contracts/week.ts';
import { classNames } from '../../components/class-names.ts';
import { Announcement } from '../../components/screen-reader.tsx';
import { Skeleton } from '../../components/skeleton.tsx';
import { DayHead, type DayHeadProps } from './day-head.tsx';
import dayStyles from './day-plan.module.css';
import { MealNames } from './meal-names.tsx';
import { PastDays } from './past-days.tsx';
import styles from './plan-skeleton.module.css';
import weekStyles from './week-plan.module.css';
import { dateOf, pastDays } from './weeks.ts';

/** Shows the days, which are known before the plan has loaded, with placeholders for the slots. */
export function PlanSkeleton({ week, today }: { week: string; today: string }) {
  const folded = pastDays(week, today);
  return (
    <div className={weekStyles.week} aria-busy="true">
      <Announcement>Loading your meal plan...</Announcement>
      <MealNames />
      <PastDays names={folded} mealCount={undefined}>
        {folded.map((day) => (
          <DaySkeleton key={day} day={day} date={dateOf(week, day)} today={today} />
        ))}
      </PastDays>
      {days
        .filter((day) => !folded.includes(day))
        .map((day) => (
          <DaySkeleton key={day} day={day} date={dateOf(week, day)} today={today} />
        ))}
    </div>
  );
}

const DaySkeleton = (head: DayHeadProps) => (
  <div
    className={classNames(dayStyles.day, head.date < head.today && dayStyles.past)}
    aria-current={head.date === head.today ? 'date' : undefined}
  >
    <DayHead {...head} />
    {meals.map((meal) => (
      <Skeleton key={meal} height="auto" radius="var(--radius-slot)" className={styles.slot} />
    ))}
  </div>
);
