import { flushSync } from 'react-dom';
import type { PlannedRecipe } from '../../../server/core/contracts/meal-plan.ts';
import type { Day, Meal } from '../../../server/core/contracts/week.ts';
import { classNames } from '../../components/class-names.ts';
import { AddIcon } from '../../components/icons.tsx';
import { ScreenReaderText } from '../../components/screen-reader.tsx';
import { useTint } from '../../lib/use-tint.ts';
import { MealCard } from './meal-card.tsx';
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

/** One meal of a day: the planned recipe, or a button that opens the search for one. */
export function MealSlot({ day, meal, recipe, changedAt, onOpen, onRemove }: MealSlotProps) {
  const slot = useTint<HTMLDivElement>(changedAt);
  const name = slotName({ day, meal });
  const remove = (removed: PlannedRecipe) => {
    flushSync(() => onRemove(removed));
    slot.current?.querySelector('button')?.focus(); // The menu, which had the focus, has disappeared.
  };
  return (
    <div ref={slot} className={classNames(styles.slot, recipe ? styles.filled : styles.empty)} data-slot={name}>
      {recipe ? (
        <MealCard name={name} meal={meal} recipe={recipe} onReplace={onOpen} onRemove={() => remove(recipe)} />
      ) : (
        <button type="button" className={styles.target} onClick={onOpen}>
          <AddIcon size={14} />
          <span>Add {meal}</span>
          <ScreenReaderText>on {day}</ScreenReaderText>
        </button>
      )}
    </div>
  );
}
