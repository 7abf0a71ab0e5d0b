import type { PlannedMeal } from '../../../server/core/contracts/meal-plan.ts';
import { CardLink } from '../../components/card-link.tsx';
import { classNames } from '../../components/class-names.ts';
import { type MenuItem, MoreMenu } from '../../components/more-menu.tsx';
import { MealFace } from './meal-face.tsx';
import styles from './meal-slot.module.css';
import { slotName, titleOf } from './plan.ts';

export interface MealCardProps {
  planned: PlannedMeal;
  /** Of the menu. */
  items: readonly MenuItem[];
  /** Whether it is being dragged: then this is its former place. */
  isDragged: boolean;
  /** Whether the dragged meal would be swapped with it. */
  isTarget: boolean;
}

/** A planned meal. A press opens its recipe; the menu at the right changes the plan; it can be dragged to another slot. */
export function MealCard({ planned, items, isDragged, isTarget }: MealCardProps) {
  const { id, meal, recipe } = planned;
  return (
    <div
      className={classNames(styles.filled, isDragged && styles.dragged, isTarget && styles.isTarget)}
      data-meal-id={id}
    >
      <MealFace
        planned={planned}
        label={meal}
        title={
          recipe && !planned.isWithdrawn ? (
            <CardLink to={`/recipe/${recipe.id}`}>{recipe.title}</CardLink>
          ) : (
            titleOf(planned)
          )
        }
      />
      <div className={styles.menu}>
        <MoreMenu label={`Options for ${titleOf(planned)} on ${slotName(planned)}`} items={items} />
      </div>
    </div>
  );
}
