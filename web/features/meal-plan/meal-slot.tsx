import { flushSync } from 'react-dom';
import { mealPlanLimits } from '../../../server/core/contracts/limits.ts';
import type { PlannedMeal } from '../../../server/core/contracts/meal-plan.ts';
import { isSameSlot, type Slot } from '../../../server/core/contracts/plan-meals.ts';
import { classNames } from '../../components/class-names.ts';
import { AddIcon } from '../../components/icons.tsx';
import { ScreenReaderText } from '../../components/screen-reader.tsx';
import type { ListOfUser } from '../../lib/list-writer.ts';
import { useTint } from '../../lib/use-tint.ts';
import { changedByOthers, slotKey } from './api.ts';
import cardStyles from './meal-card.module.css';
import { MealCard } from './meal-card.tsx';
import styles from './meal-slot.module.css';
import { slotName } from './plan.ts';
import type { PlanActions } from './plan-actions.tsx';
import type { MealDrag } from './use-meal-drag.ts';

export interface MealSlotProps {
  slot: Slot;
  /** Its meals. */
  planned: readonly PlannedMeal[];
  week: string;
  /** The meal that is being dragged in this week. */
  drag: MealDrag | undefined;
  actions: PlanActions;
  /** The list of the plan's owner. */
  list: ListOfUser;
  /** @param meal with how many eat now */
  onServed: (meal: PlannedMeal) => void;
  onAdd: (slot: Slot) => void;
  onReplace: (meal: PlannedMeal) => void;
  onMove: (meal: PlannedMeal) => void;
}

/** A part of a day: its meals, or a button that adds one. */
export function MealSlot({ slot, planned, week, drag, ...callbacks }: MealSlotProps) {
  const { actions, list, onServed, onAdd, onReplace, onMove } = callbacks;
  const element = useTint<HTMLDivElement>(changedByOthers.useSelected((changes) => changes[slotKey(week, slot)]));
  const remove = (meal: PlannedMeal) => {
    flushSync(() => actions.remove(meal));
    element.current?.querySelector('button')?.focus(); // The menu, which had the focus, has disappeared.
  };
  const add = () => onAdd(slot);
  const drop = drag?.drop && isSameSlot(drag.drop.slot, slot) ? drag.drop : undefined;
  const isFull = planned.length >= mealPlanLimits.perSlot;
  return (
    <div
      ref={element}
      className={classNames(
        styles.slot,
        planned.length === 0 && styles.empty,
        drop && !drop.swapped && cardStyles.isTarget,
      )}
      data-slot={slotName(slot)}
    >
      {planned.map((meal) => (
        <MealCard
          key={meal.id}
          planned={meal}
          list={list}
          isDragged={meal.id === drag?.meal.id}
          isTarget={meal.id === drop?.swapped?.id}
          onReplace={() => onReplace(meal)}
          onMove={() => onMove(meal)}
          onAdd={isFull ? undefined : add}
          onRemove={() => remove(meal)}
          onCount={actions.setServings}
          onServed={onServed}
        />
      ))}
      {planned.length === 0 && (
        <button type="button" className={styles.target} onClick={add}>
          <AddIcon size={14} />
          <span>Add {slot.meal}</span>
          <ScreenReaderText>on {slot.day}</ScreenReaderText>
        </button>
      )}
    </div>
  );
}
