import type { PlannedMeal } from '../../../server/core/contracts/meal-plan.ts';
import { CardLink } from '../../components/card-link.tsx';

import { type MenuItem, MoreMenu } from '../../components/more-menu.tsx';
import { RecipePicture } from '../../components/recipe-picture.tsx';
import styles from './meal-slot.module.css';
import { slotName, titleOf } from './plan.ts';
import { NoteIcon } from './plan-icons.tsx';

export interface MealCardProps {
  planned: PlannedMeal;
  /** Of the menu. */
  items: readonly MenuItem[];
}

/** A planned meal. A press opens its recipe; the menu at the right changes the plan. */
export function MealCard({ planned, items }: MealCardProps) {
  const { meal, recipe, note } = planned;
  return (
    <div className={styles.filled}>
      <div className={styles.card}>
        {recipe ? (
          <RecipePicture recipe={recipe} sizes="76px" className={styles.picture} />
        ) : (
          <span className={styles.icon}>
            <NoteIcon size={24} />
          </span>
        )}
        <div className={styles.words}>
          <span className={styles.meal}>{meal}</span>
          <span className={styles.title}>
            {recipe && !planned.isWithdrawn ? (
              <CardLink to={`/recipe/${recipe.id}`}>{recipe.title}</CardLink>
            ) : (
              titleOf(planned)
            )}
          </span>
          {note?.details && <span className={styles.details}>{note.details}</span>}
          {planned.isWithdrawn && <span className={styles.details}>Withdrawn by its author</span>}
          {recipe?.cuisine && !planned.isWithdrawn && <span className={styles.cuisine}>{recipe.cuisine}</span>}
        </div>
      </div>
      <div className={styles.menu}>
        <MoreMenu label={`Options for ${titleOf(planned)} on ${slotName(planned)}`} items={items} />
      </div>
    </div>
  );
}
