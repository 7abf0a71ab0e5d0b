import type { ReactNode } from 'react';
import type { PlannedMeal } from '../../../server/core/contracts/meal-plan.ts';
import { classNames } from '../../components/class-names.ts';
import { RecipePicture } from '../../components/recipe-picture.tsx';
import styles from './meal-card.module.css';
import { NoteIcon } from './plan-icons.tsx';

export interface MealFaceProps {
  planned: PlannedMeal;
  /** Above the title. Hidden in layouts with columns, unless the card is being dragged. */
  label: string;
  title: ReactNode;
  /** How many eat, in place of the cuisine. */
  servings?: ReactNode;
  /** Of the label. */
  className?: string | undefined;
}

/** The picture and the words of a meal's card. */
export function MealFace({ planned: { recipe, note, isWithdrawn }, label, title, servings, className }: MealFaceProps) {
  return (
    <div className={styles.card}>
      {recipe ? (
        <RecipePicture recipe={recipe} sizes="76px" className={styles.picture} />
      ) : (
        <span className={styles.icon}>
          <NoteIcon size={24} />
        </span>
      )}
      <div className={styles.words}>
        <span className={classNames(styles.meal, className)}>{label}</span>
        <span className={styles.title}>{title}</span>
        {note?.details && <span className={styles.details}>{note.details}</span>}
        {isWithdrawn && <span className={styles.details}>Withdrawn by its author</span>}
        {servings || (recipe?.cuisine && !isWithdrawn && <span className={styles.cuisine}>{recipe.cuisine}</span>)}
      </div>
    </div>
  );
}
