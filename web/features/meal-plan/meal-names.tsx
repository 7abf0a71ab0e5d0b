import { meals } from '../../../server/core/contracts/week.ts';
import styles from './week-plan.module.css';

/** Above the columns, where there are columns. */
export const MealNames = () => (
  <div className={styles.meals} aria-hidden="true">
    {meals.map((meal) => (
      <span key={meal}>{meal}</span>
    ))}
  </div>
);
