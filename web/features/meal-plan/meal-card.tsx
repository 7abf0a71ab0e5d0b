import type { PlannedRecipe } from '../../../server/core/contracts/meal-plan.ts';
import type { Meal } from '../../../server/core/contracts/week.ts';
import { CardLink } from '../../components/card-link.tsx';
import { MoreMenu } from '../../components/more-menu.tsx';
import { RecipePicture } from '../../components/recipe-picture.tsx';
import styles from './meal-slot.module.css';

export interface MealCardProps {
  /** The name of its slot. */
  name: string;
  meal: Meal;
  recipe: PlannedRecipe;
  onReplace: () => void;
  onRemove: () => void;
}

/** A planned recipe. A press opens it; the menu at the right changes the plan. */
export function MealCard({ name, meal, recipe, onReplace, onRemove }: MealCardProps) {
  return (
    <>
      <div className={styles.card}>
        <RecipePicture recipe={recipe} sizes="76px" className={styles.picture} />
        <div className={styles.words}>
          <span className={styles.meal}>{meal}</span>
          <span className={styles.title}>
            <CardLink to={`/recipe/${recipe.id}`}>{recipe.title}</CardLink>
          </span>
          {recipe.cuisine && <span className={styles.cuisine}>{recipe.cuisine}</span>}
        </div>
      </div>
      <div className={styles.menu}>
        <MoreMenu
          label={`Options for ${recipe.title} on ${name}`}
          items={[
            { label: 'Choose another', onChoose: onReplace },
            { label: 'Remove', onChoose: onRemove },
          ]}
        />
      </div>
    </>
  );
}
