import { days, meals } from '../../../server/contracts/week.ts';
import { Loading, Skeleton } from '../../components/skeleton.tsx';
import dayStyles from './day-plan.module.css';
import styles from './plan-skeleton.module.css';

export function PlanSkeleton() {
  return (
    <div className={styles.plan}>
      <Loading text="Loading your meal plan...">
        {days.map((day) => (
          <div key={day} className={dayStyles.day}>
            <div className={dayStyles.head}>
              <Skeleton width={74} height={18} />
            </div>
            {meals.map((meal) => (
              <Skeleton key={meal} height="auto" radius={14} className={styles.slot} />
            ))}
          </div>
        ))}
      </Loading>
    </div>
  );
}
