import { useRef } from 'react';
import type { PlannedRecipe } from '../../../server/core/contracts/meal-plan.ts';
import type { Day, Meal } from '../../../server/core/contracts/week.ts';
import { IconButton } from '../../components/button.tsx';
import { classNames } from '../../components/class-names.ts';
import { AddIcon, DeleteIcon } from '../../components/icons.tsx';
import { RecipePicture } from '../../components/recipe-picture.tsx';
import { ScreenReaderText } from '../../components/screen-reader.tsx';
import { useTint } from '../../lib/use-tint.ts';
import styles from './meal-slot.module.css';
import { slotName } from './plan.ts';

export interface MealSlotProps {
  day: Day;
  meal: Meal;
  recipe: PlannedRecipe | null;
  /** When another device changed the slot, in ms since the epoch. */
  changedAt: number | undefined;
  onOpen: () => void;
  onRemove: (recipe: PlannedRecipe) => void;
}

/** One meal of a day. A press opens the search for a recipe; the button at the right removes the recipe. */
export function MealSlot({ day, meal, recipe, changedAt, onOpen, onRemove }: MealSlotProps) {
  const slot = useTint<HTMLDivElement>(changedAt);
  const target = useRef<HTMLButtonElement>(null);
  const name = slotName({ day, meal });
  const remove = (removed: PlannedRecipe) => {
    target.current?.focus(); // The remove button, which has the focus, disappears.
    onRemove(removed);
  };
  return (
    <div ref={slot} className={classNames(styles.slot, recipe ? styles.filled : styles.empty)} data-slot={name}>
      <button
        ref={target}
        type="button"
        className={styles.target}
        data-printed={recipe ? true : undefined}
        onClick={onOpen}
      >
        {recipe ? (
          <>
            <RecipePicture recipe={recipe} sizes="76px" className={styles.picture} />
            <span className={styles.words}>
              <span className={styles.meal}>{meal}</span>
              <span className={styles.title}>{recipe.title}</span>
              {recipe.cuisine && <span className={styles.cuisine}>{recipe.cuisine}</span>}
            </span>
            <ScreenReaderText>{`${name}: choose another`}</ScreenReaderText>
          </>
        ) : (
          <>
            <AddIcon size={14} />
            <span>Add {meal}</span>
            <ScreenReaderText>on {day}</ScreenReaderText>
          </>
        )}
      </button>
      {recipe && (
        <IconButton
          label={`Remove ${recipe.title} from ${name}`}
          icon={<DeleteIcon size={16} />}
          className={styles.remove}
          onClick={() => remove(recipe)}
        />
      )}
    </div>
  );
}
