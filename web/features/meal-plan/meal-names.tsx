import { meals } from '../../../server/core/contracts/week.ts';
import styles from './week-plan.module.css';

/** The headings of the columns. Hidden in layouts without columns. */
export const MealNames = () => (
  <div className={styles.meals} aria-hidden="true">
    {meals.map((meal) => (
      <span key={meal}>{meal}</span>
    ))}
  </div>
);
